/** Words that clients and buttons use for a person's decision about a call. */
import type { DecisionInbound } from "../domain/inbound.ts";

/** All but `allow_once` and `deny` allow the call, and by a grant those like it. */
export const DECISION_WORDS = [
  "allow_once",
  "allow_task",
  "allow_conversation",
  "allow_today",
  "allow_ten",
  "always",
  "deny",
] as const;

export type DecisionWord = (typeof DECISION_WORDS)[number];

export const DECISION_OF_WORD: Readonly<Record<DecisionWord, DecisionInbound["decision"]>> = {
  allow_once: "once",
  allow_task: "task",
  allow_conversation: "conversation",
  allow_today: "today",
  allow_ten: "ten",
  always: "always",
  deny: "deny",
};
