/** What a button carries: where it stands, which call it answers, and how. Only this app's own buttons come back to it. */
import { z } from "zod";
import type { Prompt } from "../channel.ts";
import { jsonAs } from "../wire/json.ts";

/** Of Slack: of a button's value, its words, and how many stand in one row of blocks. */
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

/** Rows of buttons. None where an answer is too long for one: the text asks for it in words as well. */
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

/** Undefined for what no button of ours carries. */
export function pressedOf(value: string): Pressing | undefined {
  const read = jsonAs(Pressed, value);
  if (!read) return undefined;
  const [kind, call_id, thread, answer] = read;
  return { kind, call_id, thread, value: answer };
}
