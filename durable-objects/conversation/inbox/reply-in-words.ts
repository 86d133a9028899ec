/**
 * Interprets a person's plain words as a reply to what an agent has asked. This is the one place that does;
 * the result is an input like one that a client sends with the call's id.
 */
import { DECISION_OF_WORD, DECISION_PHRASES, DECISION_WORDS } from "../../../src/channels/decision-words.ts";
import type { ChannelKinds } from "../../../src/channels/kinds.ts";
import type { CallId } from "../../../src/domain/ids.ts";
import type { DecisionInbound, ToolResultInbound, UserMessage } from "../../../src/domain/inbound.ts";
import { ownTextOf, wordsToKeep } from "../../../src/domain/message.ts";
import { isSamePlace, mayAnswer, mayDecide } from "../../../src/domain/who-may.ts";
import { placeOf, type Store } from "../rows/store.ts";
import { addresseeOf, openAsks, openQuestion } from "../rows/waiting-calls.ts";

/** Undefined when it is a plain message, as it always is from somebody who was not asked. */
export function replyInWords(
  store: Store,
  message: UserMessage,
  kinds: ChannelKinds,
): ToolResultInbound | DecisionInbound | undefined {
  return answerIn(store, message, kinds) ?? decisionIn(store, message, kinds);
}

function answerIn(store: Store, message: UserMessage, kinds: ChannelKinds): ToolResultInbound | undefined {
  const question = message.parent_id === undefined ? openQuestion(store, message.source, kinds) : undefined;
  if (!question || !mayAnswer(addresseeOf(store, question.turn), message, placeOf(store))) return undefined;
  const { call_id } = question;
  const { text, trust } = wordsToKeep({ ...message, role: "user" });
  return {
    type: "tool_result",
    ...sentBy(message),
    call_id,
    content: text,
    ...(trust === "untrusted" && { trust }),
  };
}

/** On chat channels only: not every platform has buttons, and a button's payload arrives as words too. */
function decisionIn(store: Store, message: UserMessage, kinds: ChannelKinds): DecisionInbound | undefined {
  const { carried, peers } = kinds[message.source.channel];
  if (!carried || peers === "agents") return undefined;
  const text = ownTextOf(message.parts);
  const forAll = decisionForAll(text);
  const decided = forAll ?? decisionOf(text);
  if (!decided || !mayDecide(message, placeOf(store), false)) return undefined;
  const [call_id, ...also] = approvalsAt(store, message);
  if (call_id === undefined || (also.length > 0 && !forAll)) return undefined;
  return { type: "decision", ...sentBy(message), call_id, ...(also.length > 0 && { also }), ...decided };
}

function sentBy({ key, source, actor }: UserMessage): Pick<UserMessage, "key" | "source" | "actor"> {
  return { key, source, ...(actor && { actor }) };
}

/** Words name no call: they count only in the place where it was asked, and for one call, or for all that wait there. */
function approvalsAt(store: Store, message: UserMessage): CallId[] {
  const waiting = openAsks(store).filter(
    ({ type, turn: { source: place } }) => type === "approval" && isSamePlace(place, message.source),
  );
  return waiting.map(({ call_id }) => call_id);
}

type Decided = Pick<DecisionInbound, "decision" | "reason">;

/** Decision words as people write them: `allow task`. */
const DECISION_OF_SPOKEN = Object.fromEntries(
  Object.entries(DECISION_OF_WORD).map(([word, decision]) => [word.replaceAll("_", " "), decision]),
);

/** The words of each language: whoever writes in a chat may use any. */
const DECISION_OF_TRANSLATED = Object.fromEntries(
  Object.values(DECISION_PHRASES).flatMap((phrases) =>
    DECISION_WORDS.map((word) => [plainPhrase(phrases[word]), DECISION_OF_WORD[word]]),
  ),
);

const DECISION_OF_PHRASE: Readonly<Record<string, DecisionInbound["decision"]>> = {
  ...DECISION_OF_WORD,
  ...DECISION_OF_SPOKEN,
  ...DECISION_OF_TRANSLATED,
  yes: "once",
  ja: "once",
  oui: "once",
  "always allow": "always",
  "immer erlauben": "always",
  "toujours autoriser": "always",
  no: "deny",
  nein: "deny",
  non: "deny",
};

/** Decisions on all waiting calls. They allow each call once: a longer permission is given for one call at a time. */
const FOR_ALL: Readonly<Record<string, Decided>> = {
  "allow all": { decision: "once" },
  "alle erlauben": { decision: "once" },
  "tout autoriser": { decision: "once" },
  "deny all": { decision: "deny" },
  "alle ablehnen": { decision: "deny" },
  "tout refuser": { decision: "deny" },
};

function decisionForAll(text: string): Decided | undefined {
  const phrase = phraseIn(text);
  return Object.hasOwn(FOR_ALL, phrase) ? FOR_ALL[phrase] : undefined;
}

function phraseIn(text: string): string {
  return plainPhrase(text.trim());
}

/** Phones write either apostrophe. */
function plainPhrase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/^\/|[.!]+$/g, "");
}

function decisionOf(text: string): Decided | undefined {
  const phrase = phraseIn(text);
  const decision = Object.hasOwn(DECISION_OF_PHRASE, phrase) ? DECISION_OF_PHRASE[phrase] : undefined;
  return decision === undefined ? denialWithReason(text) : { decision };
}

/** `deny: too dear`. */
function denialWithReason(text: string): Decided | undefined {
  const reason = /^\s*\/?(?:deny|no|ablehnen|nein|refuser|non)\s*[:,]\s*(\S.{0,500})$/is.exec(text)?.[1];
  return reason === undefined ? undefined : { decision: "deny", reason: reason.trim() };
}
