/** Words that clients and buttons use for a person's decision about a call. */
import type { DecisionInbound } from "../domain/inbound.ts";

export type DecisionWord = "allow_once" | "always" | "deny";

export const DECISION_OF_WORD: Readonly<Record<DecisionWord, DecisionInbound["decision"]>> = {
  allow_once: "once",
  always: "always",
  deny: "deny",
};
