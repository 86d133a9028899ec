/** The decision of a fast model: whether a message needs a search, and for what. */
import { z } from "zod";
import type { ModelMessage, ModelPort, ModelTerminal } from "../../../agent/ports/model.ts";
import type { Spending } from "../../../agent/turn.ts";
import { parseLenientJson } from "../../../platform/lenient-json.ts";
import { LONGEST_QUERY, PLACES } from "./asked.ts";

/** Queries that run side by side. */
export const MOST_QUERIES = 3;
const LONGEST_MS = 8_000;
const MAX_TOKENS = 400;
const SEEN_MESSAGES = 6;
const SEEN_CHARACTERS = 800;

const Decision = z.object({
  search: z.boolean(),
  queries: z.array(z.string().trim().min(1)).default([]),
  freshness: z.enum(["day", "week", "month", "year"]).nullish().catch(null),
  focus: z.enum(PLACES).nullish().catch(null),
});

export type Decision = z.output<typeof Decision>;

const FORM = {
  name: "decision",
  schema: {
    type: "object",
    properties: {
      search: { type: "boolean" },
      queries: { type: "array", items: { type: "string" } },
      freshness: { type: ["string", "null"], enum: ["day", "week", "month", "year", null] },
      focus: { type: "string", enum: [...PLACES] },
    },
    required: ["search", "queries", "freshness", "focus"],
    additionalProperties: false,
  },
};

interface Asked {
  /** The task, as the prompt `search-decision` has it. */
  system: string;
  model: string;
  messages: readonly ModelMessage[];
  words: string;
  signal: AbortSignal;
}

/** `decision` is absent where the model failed or made no sense; what it cost is told all the same. */
export async function decide(
  port: ModelPort,
  { system, model, messages, words, signal }: Asked,
): Promise<{ decision?: Decision | undefined; spent: Spending | undefined }> {
  const said = messages
    .slice(-SEEN_MESSAGES)
    .map(lineOf)
    .filter((line) => line !== "");
  const text = [...said, `Newest message: ${words.slice(0, 4 * SEEN_CHARACTERS)}`].join("\n");
  const request = {
    model,
    system: [{ tier: "stable" as const, text: system }],
    messages: [{ role: "user" as const, content: [{ type: "text" as const, text }] }],
    tools: [],
    format: FORM,
    max_output_tokens: MAX_TOKENS,
    temperature: 0,
    reasoning: "off" as const,
    history_length: 0,
  };
  const limit = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_MS)]);
  let written = "";
  let terminal: ModelTerminal | undefined;
  for await (const event of port.stream(request, limit)) {
    if (event.type === "text") written += event.delta;
    else if (event.type === "restart") written = "";
    else if (event.type === "finish" || event.type === "failed") terminal = event;
  }
  const spent = terminal && { model: terminal.model, usage: terminal.usage, cost_usd: terminal.cost_usd };
  return { decision: terminal?.type === "finish" ? decisionIn(written) : undefined, spent };
}

function lineOf({ role, content }: ModelMessage): string {
  if (role === "tool") return "";
  const text = content.flatMap((block) => (block.type === "text" ? [block.text] : [])).join(" ");
  return text.trim() === ""
    ? ""
    : `${role === "user" ? "Person" : "Agent"}: ${text.slice(0, SEEN_CHARACTERS)}`;
}

const NO = /^\W*(none|no|nothing|false)\b/i;

/** The JSON that was asked for; from a model that answers in words, a query a line, or that none is needed. */
export function decisionIn(written: string): Decision | undefined {
  const json = parseLenientJson(/\{[\s\S]*\}/.exec(written)?.[0] ?? "");
  const read = Decision.safeParse(json);
  if (read.success) return read.data;
  if (NO.test(written)) return { search: false, queries: [] };
  const lines = written
    .split("\n")
    .map((line) => line.replace(/^[\s\d.)*-]+|["'`]/g, "").trim())
    .filter((line) => line !== "" && line.length <= LONGEST_QUERY && !/[:{}]$/.test(line));
  return lines.length === 0 ? undefined : { search: true, queries: lines };
}
