/** Words that clients and buttons use for a person's decision about a call. */
import type { DecisionInbound } from "../domain/inbound.ts";
import type { InterfaceLanguage } from "../domain/text/translated/languages.ts";

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

/** Words by which people decide in a chat; each is understood in every language. */
export const DECISION_PHRASES: Readonly<Record<InterfaceLanguage, Readonly<Record<DecisionWord, string>>>> = {
  en: {
    allow_once: "allow",
    allow_task: "allow task",
    allow_conversation: "allow conversation",
    allow_today: "allow today",
    allow_ten: "allow ten",
    always: "always",
    deny: "deny",
  },
  de: {
    allow_once: "erlauben",
    allow_task: "für diese Aufgabe",
    allow_conversation: "in diesem Chat",
    allow_today: "bis Mitternacht",
    allow_ten: "zehnmal",
    always: "immer",
    deny: "ablehnen",
  },
  fr: {
    allow_once: "autoriser",
    allow_task: "pour cette tâche",
    allow_conversation: "dans ce chat",
    allow_today: "jusqu’à minuit",
    allow_ten: "dix fois",
    always: "toujours",
    deny: "refuser",
  },
};
