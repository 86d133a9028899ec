/** Turns of replay sets on their way to another instance: their words travel, and nothing that names people, places or files. */
import { z } from "zod";
import type { Ids, MessageId, TurnId } from "../../../src/domain/ids.ts";
import { type Message, NO_USAGE, type Part } from "../../../src/domain/message.ts";
import { parseJson } from "../../../src/platform/json.ts";
import { type KeptTurn, LONGEST_COPY, parsedKept } from "./kept-turn.ts";

/** The words of a turn that a set keeps, for an export. */
export function portableTurn(json: string): object {
  const { turn, answer, messages } = parsedKept(json);
  return { state: turn.state, answer: bare(answer), messages: messages.map(bare) };
}

function bare({ role, agent, model, created_at, parts }: Message): object {
  const told = parts.filter(({ type }) => PARTS.has(type));
  return { role, created_at, parts: told, ...(agent && { agent }), ...(model && { model }) };
}

const PARTS: ReadonlySet<string> = new Set(["text", "tool_call", "tool_result"]);
const MOST_MESSAGES = 2_000;
const MOST_PARTS = 500;

const PartShape = z.discriminatedUnion("type", [
  z.object({ type: z.literal("text"), text: z.string(), source: z.string().max(500).optional() }),
  z.object({
    type: z.literal("tool_call"),
    call_id: z.string().max(200),
    name: z.string().max(200),
    input: z.unknown(),
  }),
  z.object({
    type: z.literal("tool_result"),
    call_id: z.string().max(200),
    name: z.string().max(200),
    content: z.string(),
    is_error: z.boolean().catch(false),
  }),
]);
const MessageShape = z.object({
  role: z.enum(["user", "assistant", "system"]),
  created_at: z.iso.datetime().optional().catch(undefined),
  model: z.string().max(200).optional().catch(undefined),
  agent: z.string().max(200).optional().catch(undefined),
  parts: z.array(z.unknown()).max(MOST_PARTS),
});
const Portable = z.object({
  state: z.enum(["completed", "halted", "failed"]).catch("completed"),
  answer: MessageShape,
  messages: z.array(MessageShape).min(1).max(MOST_MESSAGES),
});

interface Own {
  /** The importing person: owner of all of it, and its payer. */
  owner: string;
  turn_id: TurnId;
  /** Slug here of an agent that the file names. */
  agentOf(slug: string): string;
  ids: Ids;
  now: number;
}

/** JSON for `storeOfKept`; undefined: it is no such turn, or too long. All of its words are untrusted. */
export function adoptedTurn(json: string, own: Own): string | undefined {
  const { data } = Portable.safeParse(parseJson(json));
  const question = data?.messages.at(-1);
  if (!data || question?.role === "assistant" || data.answer.role !== "assistant") return undefined;
  let before: MessageId | null = null;
  const all = [...data.messages, data.answer].map((message) => {
    const made = adopted(message, before, own);
    before = made.id;
    return made;
  });
  const answer = all.pop();
  if (!answer || all.at(-1)?.parts.length === 0) return undefined;
  const kept = JSON.stringify(keptOf(data.state, { answer, messages: all }, own));
  return kept.length > LONGEST_COPY ? undefined : kept;
}

function adopted(
  { role, created_at, model, agent, parts }: z.output<typeof MessageShape>,
  parent_id: MessageId | null,
  { ids, now, agentOf }: Own,
): Message {
  return {
    id: ids.create("msg"),
    parent_id,
    role,
    parts: parts.flatMap(adoptedPart),
    status: "complete",
    created_at: created_at ?? new Date(now).toISOString(),
    trust: "untrusted",
    ...(role === "assistant" && agent !== undefined && { agent: agentOf(agent) }),
    ...(role === "assistant" && model !== undefined && { model }),
  };
}

function adoptedPart(part: unknown): Part[] {
  const { data } = PartShape.safeParse(part);
  if (!data) return [];
  if (data.type === "text")
    return [data.source === undefined ? { type: "text", text: data.text } : (data as Part)];
  return [(data.type === "tool_result" ? { ...data, trust: "untrusted" } : data) as Part];
}

function keptOf(
  state: z.output<typeof Portable>["state"],
  { answer, messages }: Pick<KeptTurn, "answer" | "messages">,
  { owner, turn_id, now, agentOf }: Own,
): KeptTurn {
  const agent = answer.agent ?? agentOf("");
  const model = answer.model ?? "";
  const trigger_id = messages.at(-1)?.id ?? answer.id;
  return {
    init: { owner, agent, channel: "web", title: "", model: null, mode: null, room: null, parent: null },
    turn: {
      ...{ id: turn_id, state, trigger_id, answer_id: answer.id, agent, model: null, mode: null },
      ...{ source: { channel: "web", sender: owner }, tier: "full", created_at: now, ready_at: now },
      ...{ start_seq: 0, attempts: 0, ended_at: now, actor: null, payer: null, memory: "person" },
      ...{ place: null, passes: 0, summary: { agent, model, steps: 1, duration_ms: 0 } },
    },
    answer: { ...answer, usage: NO_USAGE },
    messages: [...messages],
    base: null,
  };
}
