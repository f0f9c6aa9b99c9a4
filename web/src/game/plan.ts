// A plan in the course of play: what of it is still to be answered.
import type { PlanSeen } from "../wire/types";

/** When something has happened. `picked`: what this seat has answered meanwhile; `form`: the question that it is asked now.
 * Whoever answers as the plan tells is told what follows; what was passed over is past, and after another answer nothing
 * of it follows. */
export function followed(plan: PlanSeen, picked: string[] | null, form: string | null): PlanSeen {
  const { hint } = plan;
  if (hint && hint.picked.join(" ") !== picked?.join(" ")) return { ...plan, hint: null, next: [] };
  if (form === null) return { ...plan, hint: null };
  const at = plan.next.findIndex((step) => step.form === form);
  const [now, ...next] = at < 0 ? [] : plan.next.slice(at);
  if (!now) return { ...plan, hint: null, next: [] };
  return { ...plan, hint: { picked: now.picked, text: now.text, why: "" }, next };
}
