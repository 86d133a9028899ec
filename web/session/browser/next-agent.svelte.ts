/** The agent of the next new conversation; empty: the default agent. */
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
