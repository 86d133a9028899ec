/** Headings of remembered things in a prompt: those that write them and whoever measures a request share them. */

/** Begins the section with what an agent always knows. */
export const STANDING_MEMORY = "What you always know:";
/** Begins the memories that were recalled for one message. */
export const RECALLED_MEMORY = "Memories that may matter:";
