/**
 * What a button carries: which call it answers and how. Telegram keeps 64 bytes for it and brings the button back with
 * its press: the words of an option are read from there.
 */
import type { Prompt } from "../channel.ts";
import { DECISION_OF_WORD, type DecisionWord } from "../decision-words.ts";

const MOST_BYTES = 64;

const LETTERS: Readonly<Record<DecisionWord, string>> = { allow_once: "o", always: "a", deny: "d" };

export interface Button {
  text: string;
  callback_data: string;
}

/** A row each. Undefined where a call's id is too long for a button: the text asks for the answer in words as well. */
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

/** Undefined for what no button of ours carries. */
export function pressedOf(data: string): TelegramButtonPress | undefined {
  const [, kind, which, call_id] = /^([dq])(\w{1,4}):(.+)$/s.exec(data) ?? [];
  if (call_id === undefined) return undefined;
  if (kind === "q") return { kind: "question", call_id };
  const word = Object.keys(LETTERS).find((name) => isDecisionWord(name) && LETTERS[name] === which);
  return word !== undefined && isDecisionWord(word) ? { kind: "approval", call_id, word } : undefined;
}
