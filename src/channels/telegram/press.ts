/**
 * Data carried by a button: the call that it answers, and the answer. Telegram allows 64 bytes, so an option's words
 * are read from the button that comes back with its press.
 */
import type { Prompt } from "../channel.ts";
import { DECISION_OF_WORD, type DecisionWord } from "../decision-words.ts";

const MOST_BYTES = 64;

const LETTERS: Readonly<Record<DecisionWord, string>> = {
  allow_once: "o",
  allow_task: "t",
  allow_conversation: "c",
  allow_today: "n",
  allow_ten: "x",
  always: "a",
  deny: "d",
};

interface Button {
  text: string;
  callback_data: string;
}

/** One row per option. Undefined when a call's id is too long for a button: the text also asks for the answer in words. */
export function keyboardOf({ call_id, kind, options }: Prompt): Button[][] | undefined {
  const rows = options.map(({ label, value }, index) => {
    const mark = kind === "approval" ? `d${letterOf(value)}` : `q${index}`;
    return [{ text: label, callback_data: `${mark}:${call_id}` }];
  });
  const isShort = ([button]: Button[]) =>
    button !== undefined && new TextEncoder().encode(button.callback_data).length <= MOST_BYTES;
  return rows.length > 0 && rows.every(isShort) ? rows : undefined;
}

function letterOf(value: string): string {
  return isDecisionWord(value) ? LETTERS[value] : "";
}

function isDecisionWord(value: string): value is DecisionWord {
  return Object.hasOwn(DECISION_OF_WORD, value);
}

export type TelegramButtonPress = { call_id: string } & (
  | { kind: "question" }
  | { kind: "approval"; word: DecisionWord }
);

/** Undefined: not a button of ours. */
export function pressedOf(data: string): TelegramButtonPress | undefined {
  const [, kind, which, call_id] = /^([dq])(\w{1,4}):(.+)$/s.exec(data) ?? [];
  if (call_id === undefined) return undefined;
  if (kind === "q") return { kind: "question", call_id };
  const word = Object.keys(LETTERS).find((name) => isDecisionWord(name) && LETTERS[name] === which);
  return word !== undefined && isDecisionWord(word) ? { kind: "approval", call_id, word } : undefined;
}
