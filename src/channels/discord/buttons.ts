/** Questions and approvals as Discord buttons, and the input of a pressed one. */
import { trustId } from "../../domain/ids.ts";
import type { DecisionInbound, ToolResultInbound } from "../../domain/inbound.ts";
import type { Prompt } from "../channel.ts";
import { DECISION_OF_WORD, type DecisionWord } from "../decision-words.ts";
import type { DiscordMessage } from "./wire.ts";

const MOST_ID = 100;
const MOST_LABEL = 80;
const MOST_BUTTONS = 25;
const IN_A_ROW = 5;
const STYLES: Readonly<Record<string, number>> = { allow_once: 3, always: 1, deny: 4 };
const PLAIN = 2;

interface Row {
  type: 1;
  components: { type: 2; style: number; label: string; custom_id: string }[];
}

/** Buttons in rows. Options that do not fit are answered in words, as the text says. */
export function rowsOf(prompt: Prompt | undefined): Row[] {
  const buttons = (prompt?.options ?? [])
    .slice(0, MOST_BUTTONS)
    .map(({ label, value }, index) => ({
      type: 2 as const,
      style: STYLES[value] ?? PLAIN,
      label: short(label.trim() === "" ? String(index + 1) : label),
      custom_id: `nj:${prompt?.kind === "approval" ? value : index}:${prompt?.call_id}`,
    }))
    .filter(({ custom_id }) => custom_id.length <= MOST_ID);
  const rows: Row[] = [];
  for (let at = 0; at < buttons.length; at += IN_A_ROW)
    rows.push({ type: 1, components: buttons.slice(at, at + IN_A_ROW) });
  return rows;
}

/** Never cuts inside a surrogate pair. */
function short(label: string): string {
  if (label.length <= MOST_LABEL) return label;
  return `${[...label.slice(0, MOST_LABEL - 1)].filter((unit) => !/^[\uD800-\uDFFF]$/.test(unit)).join("")}…`;
}

interface DiscordButtonPress {
  label: string;
  inbound:
    | Pick<DecisionInbound, "type" | "call_id" | "decision">
    | Pick<ToolResultInbound, "type" | "call_id" | "content">;
}

/** Undefined: not a button of ours. `shown` is the message that carries it. */
export function pressedOf(
  custom_id: string,
  shown: DiscordMessage | undefined,
): DiscordButtonPress | undefined {
  const [, what = "", call = ""] = /^nj:(\w{1,20}):(.+)$/.exec(custom_id) ?? [];
  if (call === "") return undefined;
  // The model may have named its call: the conversation knows which calls wait.
  const call_id = trustId<"call">(call);
  const label = labelOf(custom_id, shown);
  if (isDecisionWord(what))
    return { label, inbound: { type: "decision", call_id, decision: DECISION_OF_WORD[what] } };
  if (!/^\d{1,2}$/.test(what)) return undefined;
  const content = chosen(shown, { number: Number(what) + 1, label });
  return { label: label === "" ? content : label, inbound: { type: "tool_result", call_id, content } };
}

function labelOf(custom_id: string, shown: DiscordMessage | undefined): string {
  const found = shown?.components.flatMap(({ components }) => components);
  return found?.find((component) => component.custom_id === custom_id)?.label ?? "";
}

function isDecisionWord(word: string): word is DecisionWord {
  return Object.hasOwn(DECISION_OF_WORD, word);
}

/** The whole option. The label of a long one holds only its beginning; the list in the text has the rest. */
function chosen(
  shown: DiscordMessage | undefined,
  { number, label }: { number: number; label: string },
): string {
  if (label !== "" && !label.endsWith("…")) return label;
  const start = `${number}. `;
  const line = shown?.content.split("\n").find((text) => text.startsWith(start));
  return line?.slice(start.length) ?? `Option ${number}`;
}
