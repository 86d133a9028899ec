/** Headings of remembered things in a prompt: those that write them and whoever measures a request share them. */

/** Begins the section with what an agent always knows. */
export const STANDING_MEMORY = "What you always know:";
/** Begins what the person has asked for in all conversations, in their own words. */
export const STANDING_WISHES =
  "What they asked for earlier, for all conversations (what they say now goes first):";
/** Begins the memories that were recalled for one message. */
export const RECALLED_MEMORY = "Memories that may matter:";
