/** Who answers in the next conversation that is begun; empty: whoever does by default. */
import { readStored } from "./storage.ts";

let slug = $state(readStored<string>("agent") ?? "");

export const nextAgent = {
  get slug(): string {
    return slug;
  },
  set slug(next: string) {
    slug = next;
  },
};
