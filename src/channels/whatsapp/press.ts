/** Data carried by a button or a list row: the call that it answers, and the answer. */
import { z } from "zod";
import { trustId } from "../../domain/ids.ts";
import type { Inbound } from "../../domain/inbound.ts";
import type { Translate } from "../../domain/text/translated/for-people.ts";
import type { Prompt } from "../channel.ts";
import { DECISION_OF_WORD, type DecisionWord } from "../decision-words.ts";
import { jsonAs } from "../wire/json.ts";

/** WhatsApp's limits for a button or a row: its id, its title, and the description below. */
const MOST_ID = 200;
const BUTTON = { most: 3, title: 20 };
const ROW = { most: 10, title: 24, description: 72 };

/** Undefined when the answers do not fit: the text also asks for them in words. */
export function actionOf(
  prompt: Prompt,
  say: Translate,
): { type: "button" | "list"; action: object } | undefined {
  const options = prompt.options.map(({ label, value }) => ({
    id: idOf(prompt, value),
    label: label.trim(),
  }));
  if (options.length === 0 || options.some(({ id, label }) => id.length > MOST_ID || label === ""))
    return undefined;
  const labels = new Set(options.map(({ label }) => label));
  if (labels.size < options.length) return undefined;
  if (options.length <= BUTTON.most && options.every(({ label }) => label.length <= BUTTON.title))
    return { type: "button", action: { buttons: options.map(buttonOf) } };
  if (options.length > ROW.most || options.some(({ label }) => label.length > ROW.description))
    return undefined;
  return {
    type: "list",
    action: { button: say("Choose"), sections: [{ title: say("Answers"), rows: options.map(rowOf) }] },
  };
}

interface Option {
  id: string;
  label: string;
}

function buttonOf({ id, label }: Option): object {
  return { type: "reply", reply: { id, title: label } };
}

/** A long answer begins in the title and is repeated in full below it. */
function rowOf({ id, label }: Option): object {
  if (label.length <= ROW.title) return { id, title: label };
  const start = [...label].slice(0, Math.floor(ROW.title / 2) - 1).join("");
  return { id, title: `${start}…`, description: label };
}

function idOf({ kind, call_id }: Prompt, value: string): string {
  return JSON.stringify([kind, call_id, value]);
}

const Pressed = z.tuple([z.enum(["question", "approval"]), z.string().min(1), z.string()]);

/** Undefined: not a button of ours. */
export function pressedOf(id: string, base: Pick<Inbound, "key" | "source">): Inbound | undefined {
  const read = jsonAs(Pressed, id);
  if (!read) return undefined;
  const [kind, call, value] = read;
  // The model may have named its call: the conversation knows which calls wait.
  const call_id = trustId<"call">(call);
  if (kind === "question") return { ...base, type: "tool_result", call_id, content: value };
  if (!Object.hasOwn(DECISION_OF_WORD, value)) return undefined;
  return { ...base, type: "decision", call_id, decision: DECISION_OF_WORD[value as DecisionWord] };
}
