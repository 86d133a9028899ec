/** Actions on the page that is open, for the palette and the slash commands. */
import type { Offer } from "./action.ts";

/** Read when the palette opens; not reactive. */
let sources: readonly (() => readonly Offer[])[] = [];

export const offers = {
  get all(): readonly Offer[] {
    return sources.flatMap((source) => source());
  },
  /** Offers them until the returned function is called. */
  from(source: () => readonly Offer[]): () => void {
    sources = [...sources, source];
    return () => {
      sources = sources.filter((other) => other !== source);
    };
  },
};
