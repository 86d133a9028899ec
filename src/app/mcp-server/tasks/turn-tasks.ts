/** Turns as tasks: a task's id names its turn, which is durable by itself, so that nothing else is stored. */
import { type CallToolResult, type InputRequests, inputRequired } from "@modelcontextprotocol/server";
import { z } from "zod";
import { AppError } from "../../../domain/errors.ts";
import { type CallId, type ConversationId, parseId, type TurnId } from "../../../domain/ids.ts";
import type { Inbound } from "../../../domain/inbound.ts";
import { readWireId, wireIdOf } from "../../completions/call/wire-ids.ts";
import { streamOf } from "../../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../../http/api.ts";
import { arrivalOf } from "../../http/inbound.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { servicesOf } from "../services.ts";
import { readTurnReply, type TurnReply } from "../turn-reply.ts";
import type { ClientAbilities, TaskState, Tasks } from "./protocol.ts";

const POLL_INTERVAL_MS = 2_000;

/** A turn, and where its events begin. */
export interface TurnPlace {
  conversation: ConversationId;
  turn_id: TurnId;
  seq: number;
}

export function taskIdOf({ conversation, turn_id, seq }: TurnPlace): string {
  return wireIdOf("task", conversation, `${turn_id}_${seq}`);
}

function placeOf(taskId: string): TurnPlace | undefined {
  const known = readWireId(taskId);
  const [, turn, seq] = /^(trn_[0-9a-z]+)_(\d{1,12})$/.exec(known?.id ?? "") ?? [];
  const turn_id = turn === undefined ? undefined : parseId("trn", turn);
  return known && turn_id ? { conversation: known.conversation, turn_id, seq: Number(seq) } : undefined;
}

/** The state of a task whose turn has just begun. */
export function begunTask(place: TurnPlace, now: number): TaskState {
  const at = new Date(now).toISOString();
  return { ...headOf(taskIdOf(place), at, at), status: "working" };
}

function headOf(taskId: string, createdAt: string, lastUpdatedAt: string) {
  // A turn is there for as long as its conversation.
  return { taskId, createdAt, lastUpdatedAt, ttlMs: null, pollIntervalMs: POLL_INTERVAL_MS };
}

/** `resultOf` tells an answer as the tool that asked for it does. */
export function turnTasks(
  context: ApiContext,
  resultOf: (conversation: ConversationId, reply: TurnReply) => CallToolResult,
): Tasks {
  const found = async (taskId: string) => {
    const place = placeOf(taskId);
    return place && (await turnAt(context, place).then((turn) => turn && { place, turn }));
  };
  return {
    get: async (taskId, client) => {
      const task = await found(taskId);
      return task && stateOf(context, { taskId, ...task, client, resultOf });
    },
    update: async (taskId, answers) => {
      const task = await found(taskId);
      if (task) await answer(context, task.place, answers);
      return task !== undefined;
    },
    cancel: async (taskId) => {
      const task = await found(taskId);
      if (task && isOpen(task.turn))
        await enter(context, task.place, { type: "command", command: { name: "halt" } });
      return task !== undefined;
    },
  };
}

async function turnAt(context: ApiContext, { conversation, turn_id }: TurnPlace) {
  const stub = conversationStub(context.env, conversation);
  const turn = await stub.turn(context.get("principal"), turn_id);
  return turn.ok ? turn.value : undefined;
}

type StoredTurn = NonNullable<Awaited<ReturnType<typeof turnAt>>>;

function isOpen({ status }: StoredTurn): boolean {
  return status === "queued" || status === "running" || status === "parked";
}

interface Asked {
  taskId: string;
  place: TurnPlace;
  turn: StoredTurn;
  client: ClientAbilities;
  resultOf: (conversation: ConversationId, reply: TurnReply) => CallToolResult;
}

async function stateOf(context: ApiContext, asked: Asked): Promise<TaskState> {
  const { taskId, place, turn } = asked;
  const { created_at, started_at, ended_at, status } = turn;
  const head = headOf(taskId, created_at, ended_at ?? started_at ?? created_at);
  if (status === "halted") return { ...head, status: "cancelled", statusMessage: turn.reason ?? "Stopped." };
  if (status === "queued" || status === "running") return { ...head, status: "working" };
  const { conversation, seq } = place;
  const upto = status === "parked" ? await newestIn(context, conversation) : Number.POSITIVE_INFINITY;
  // A stream until the turn's end would end where it first waited.
  const events = await streamOf(context, conversation, { cursor: seq });
  const reply = await readTurnReply(events.body ?? new ReadableStream(), async () => undefined, upto);
  if (status !== "parked")
    return { ...head, status: "completed", result: asked.resultOf(conversation, reply) };
  return waiting(context, { ...asked, reply, head });
}

async function newestIn(context: ApiContext, conversation: ConversationId): Promise<number> {
  return unwrap(await conversationStub(context.env, conversation).state(context.get("principal"))).seq;
}

/** A turn that waits: its questions as forms and everything else as the page where the person answers. */
function waiting(
  context: ApiContext,
  { client, reply, head, place }: Asked & { reply: TurnReply; head: ReturnType<typeof headOf> },
): TaskState {
  const url = `${new URL(context.req.url).origin}/c/${place.conversation}`;
  const requests = requestsOf(reply, client, url);
  const statusMessage = `${reply.text}\n\nThis waits for the person: ${url}`;
  return Object.keys(requests).length === 0
    ? { ...head, status: "working", statusMessage }
    : { ...head, status: "input_required", inputRequests: requests, statusMessage };
}

const PAGE = "page";

function requestsOf({ asks = [] }: TurnReply, client: ClientAbilities, url: string): InputRequests {
  const requests: InputRequests = {};
  for (const { call_id, words, is_question } of asks) {
    if (is_question && client.forms) requests[call_id] = formOf(words);
    else if (client.pages) requests[PAGE] = inputRequired.elicitUrl({ message: words, url });
  }
  return requests;
}

function formOf(message: string) {
  const properties = { answer: { type: "string" as const, title: "Answer" } };
  return inputRequired.elicit({
    message,
    requestedSchema: { type: "object", properties, required: ["answer"] },
  });
}

const Answered = z.looseObject({
  action: z.literal("accept"),
  content: z.looseObject({ answer: z.string() }),
});
const Refused = z.looseObject({ action: z.enum(["decline", "cancel"]) });
const NO_ANSWER = "The person does not want to answer that.";

/** The page's own answer is given there. What comes here went through a program, so it is not the person's own word. */
async function answer(
  context: ApiContext,
  place: TurnPlace,
  answers: Readonly<Record<string, unknown>>,
): Promise<void> {
  for (const [key, given] of Object.entries(answers)) {
    const content = Answered.safeParse(given).data?.content.answer;
    const isRefused = Refused.safeParse(given).success;
    if (key === PAGE || (content === undefined && !isRefused)) continue;
    const call_id = key as CallId;
    await enter(context, place, {
      type: "tool_result",
      call_id,
      content: content ?? NO_ANSWER,
      trust: "untrusted",
    }).catch(ignoreSettled);
  }
}

/** An answer that comes twice, or for nothing that waits, changes nothing. */
function ignoreSettled(problem: unknown): void {
  if (!(problem instanceof AppError)) throw problem;
}

type Said = Inbound extends infer Kind
  ? Kind extends Inbound
    ? Omit<Kind, "key" | "source" | "actor">
    : never
  : never;

async function enter(context: ApiContext, { conversation }: TurnPlace, said: Said): Promise<void> {
  const principal = context.get("principal");
  const { frontDoor, ids } = servicesOf(context);
  const inbound = {
    ...said,
    key: `mcp:${ids.create("inb")}`,
    source: { channel: "http", sender: principal.owner, sender_name: principal.name },
    actor: principal,
  } as Inbound;
  unwrap(await frontDoor.enter(arrivalOf(context, { conversation }, inbound)));
}
