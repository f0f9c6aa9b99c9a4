// Cards over the map of a phone: one stands at a time, the newest; who puts it away sees the one before.
import { getContext, setContext, untrack } from "svelte";
import { narrow } from "../narrow";

export class Pile {
  top = $state.raw<symbol>();
  private cards: symbol[] = []; // no state: what goes would read it as it was before another took its place

  /** It is new, or says something new. */
  lay(card: symbol): void {
    this.left(card);
    this.cards.push(card);
    this.top = card;
  }

  lift(card: symbol): void {
    this.left(card);
    this.top = this.cards.at(-1);
  }

  private left(card: symbol): void {
    this.cards = this.cards.filter((one) => one !== card);
  }
}

const PILE = Symbol("pile");

export function withPile(): Pile {
  return setContext(PILE, new Pile());
}

/** For a component that is a card. `says`: what it tells, null while it does not stand; where that is another thing, it
 * is the newest again. */
export function laid(says: () => unknown): { readonly under: boolean } {
  const pile = getContext<Pile | undefined>(PILE);
  const card = Symbol("card");
  $effect.pre(() => {
    const stands = says() !== null;
    untrack(() => (stands ? pile?.lay(card) : pile?.lift(card)));
  });
  $effect(() => () => pile?.lift(card));
  return {
    get under() {
      return narrow.current && pile !== undefined && pile.top !== card;
    },
  };
}
