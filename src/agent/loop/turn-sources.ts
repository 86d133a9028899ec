/** Sorts the context of a turn by where it came from, for the provenance of a call's arguments. */
import { isQuote, type Message, ownTextOf, type Part, textOf } from "../../domain/message.ts";
import type { ForeignText, ReadAnswer, TurnSources } from "../ports/trust.ts";
import type { StepRecord, Turn, TurnContext } from "../turn.ts";
import { settledOf } from "./assemble.ts";

/** The parts of a context that are looked into. */
export type KnownContext = Partial<Pick<TurnContext, "said" | "system" | "dynamic">>;

export function sourcesOf(
  steps: readonly StepRecord[],
  turn: Pick<Turn, "own_text" | "is_owners">,
  { said = [], system = [], dynamic = "" }: KnownContext,
): TurnSources {
  const standing = system.map(({ text }) => text).join("\n");
  return {
    own: ownWords(steps, turn, said),
    answers: [...said.flatMap(answersIn), ...steps.flatMap(answersOf)],
    memory: `${withoutForeign(standing)}\n${withoutForeign(memoriesIn(dynamic))}`,
    foreign: [
      ...foreignIn(standing, "summary"),
      ...said.flatMap(foreignOf),
      ...foreignIn(memoriesIn(dynamic), "memory"),
    ],
    made: steps.flatMap(madeIn),
  };
}

function madeIn(step: StepRecord): TurnSources["made"] {
  const failed = new Set(settledOf(step).flatMap(({ is_error, call_id }) => (is_error ? call_id : [])));
  return step.reply.calls
    .filter(({ call_id }) => !failed.has(call_id))
    .map(({ call_id, name: tool, input }) => ({ call_id, tool, input: input.ok ? input.value : undefined }));
}

/** Nothing counts as said in a turn that answers nobody's own words. */
function ownWords(
  steps: readonly StepRecord[],
  { own_text, is_owners }: Pick<Turn, "own_text" | "is_owners">,
  said: readonly Message[],
): string[] {
  if (!is_owners || own_text === "") return [];
  const earlier = said.filter(({ role, trust }) => role === "user" && trust !== "untrusted");
  const steered = steps.flatMap(({ reply }) => (reply.steered ?? []).map(({ text }) => text));
  const before = earlier.map(({ parts }) => ownTextOf(parts)).filter((text) => !own_text.includes(text));
  return [...before, [own_text, ...steered].join("\n")];
}

function answersIn({ parts, created_at }: Message): ReadAnswer[] {
  const inputs = new Map(
    parts.flatMap((part) => (part.type === "tool_call" ? [[part.call_id, part.input]] : [])),
  );
  return parts.flatMap((part): ReadAnswer[] => {
    if (part.type !== "tool_result") return [];
    const { call_id, name: tool, content, trust, is_error, structured_from } = part;
    const structured = structured_from === undefined ? {} : { structured_from };
    return [
      { call_id, tool, input: inputs.get(call_id), content, trust, is_error, at: created_at, ...structured },
    ];
  });
}

function answersOf(step: StepRecord): ReadAnswer[] {
  const inputs = new Map(step.reply.calls.map(({ call_id, input }) => [call_id, input]));
  return settledOf(step).map(({ call_id, name: tool, content, trust, is_error, structured_from }) => {
    const given = inputs.get(call_id);
    const input: unknown = given?.ok ? given.value : given?.text;
    const structured = structured_from === undefined ? {} : { structured_from };
    return { call_id, tool, input, content, trust, is_error, ...structured };
  });
}

const MEMORIES = "Memories that may matter:";

function memoriesIn(dynamic: string): string {
  const at = dynamic.indexOf(MEMORIES);
  return at < 0 ? "" : dynamic.slice(at + MEMORIES.length);
}

const FOREIGN = /<untrusted-([a-z0-9]+) source="([^"]*)">([\s\S]*?)<\/untrusted-\1>/g;

function withoutForeign(text: string): string {
  return text.replaceAll(FOREIGN, " ");
}

function foreignIn(text: string, from: ForeignText["from"]): ForeignText[] {
  return [...text.matchAll(FOREIGN)].map(([, , , words = ""]) => ({ from, text: words }));
}

/** Others' words, quotes, and files that a person handed in, whose text only the model sees. */
function foreignOf(message: Message): ForeignText[] {
  const { role, parts, trust, author, quotes_none } = message;
  if (role === "user" && trust === "untrusted")
    return [{ from: "message", text: textOf(parts), ...(author !== undefined && { title: author }) }];
  const words = role === "assistant" && trust === "untrusted" && !quotes_none && !parts.some(isForeignResult);
  return [
    ...parts.flatMap((part) => foreignPart(part, role)),
    ...(words ? [{ from: "message" as const, text: textOf(parts) }] : []),
  ];
}

function foreignPart(part: Part, role: Message["role"]): ForeignText[] {
  if (isQuote(part)) return [{ from: "quote", text: part.text, title: part.source }];
  const isFile = part.type === "file" || part.type === "image" || part.type === "audio";
  if (!isFile || role !== "user") return [];
  return [{ from: "file", text: "", ...(part.name !== undefined && { title: part.name }) }];
}

function isForeignResult(part: Part): boolean {
  return part.type === "tool_result" && part.trust === "untrusted";
}
