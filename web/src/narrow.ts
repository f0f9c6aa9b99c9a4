// Is the screen as narrow as a phone's? The media queries of the styles say the same width.
import { MediaQuery } from "svelte/reactivity";

export const narrow = new MediaQuery("max-width: 760px");
