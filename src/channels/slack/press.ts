/**
 * Data carried by a button: its thread, the call that it answers, and the answer. Slack returns presses only to the app
 * that sent the button.
 */
import { z } from "zod";
import type { Prompt } from "../channel.ts";
import { jsonAs } from "../wire/json.ts";

/** Slack's limits: characters of a button's value and of its label, and buttons in a row of blocks. */
const MOST_VALUE = 2_000;
const MOST_LABEL = 75;
const MOST_IN_ROW = 25;
const MOST_BUTTONS = 100;

const Pressed = z.tuple([z.enum(["question", "approval"]), z.string().min(1), z.string(), z.string()]);

export interface Pressing {
  kind: Prompt["kind"];
  call_id: string;
  thread: string;
  value: string;
}

/** Rows of buttons. Empty when an answer is too long for a button: the text also asks for it in words. */
export function buttonsOf({ call_id, kind, options }: Prompt, thread: string): object[] {
  const buttons = options.map(({ label, value }, index) => ({
    type: "button",
    action_id: `answer-${index}`,
    text: { type: "plain_text", text: shortened(label), emoji: true },
    value: JSON.stringify([kind, call_id, thread, value]),
  }));
  if (buttons.length > MOST_BUTTONS || buttons.some(({ value }) => value.length > MOST_VALUE)) return [];
  const rows = Math.ceil(buttons.length / MOST_IN_ROW);
  return Array.from({ length: rows }, (_none, row) => ({
    type: "actions",
    elements: buttons.slice(row * MOST_IN_ROW, (row + 1) * MOST_IN_ROW),
  }));
}

function shortened(label: string): string {
  const characters = [...(label.trim() === "" ? "…" : label)];
  const isLong = label.length > MOST_LABEL;
  return isLong ? `${characters.slice(0, Math.floor(MOST_LABEL / 2) - 1).join("")}…` : characters.join("");
}

/** Undefined: not a button of ours. */
export function pressedOf(value: string): Pressing | undefined {
  const read = jsonAs(Pressed, value);
  if (!read) return undefined;
  const [kind, call_id, thread, answer] = read;
  return { kind, call_id, thread, value: answer };
}
