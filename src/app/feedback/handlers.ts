/** Handlers of feedback. */
import type { Feedback, SeenFeedback } from "../../agents/feedback.ts";
import type { FeedbackBody } from "../../contract/agents/feedback.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { type Agent, mayEditAgent, noSuchAgent } from "../../domain/agent.ts";
import { AppError } from "../../domain/errors.ts";
import type { ConversationId } from "../../domain/ids.ts";
import { type Message, textOf } from "../../domain/message.ts";
import { oneLine } from "../../domain/text/hidden-text.ts";
import { D1FeedbackStore } from "../../storage/d1/agents/feedback.ts";
import { openDatabase } from "../../storage/d1/database.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

const PAGE = 200;
/** Answers further back are not looked for. */
const MOST_PAGES = 10;
const LONGEST_ANSWER = 4_000;
const LONGEST_WORD = 500;

interface AnswerPlace {
  id: ConversationId;
  message: string;
}

export async function listGiven(context: ApiContext, id: ConversationId) {
  await checkReads(context, id);
  const items = await storeOf(context).given(context.get("principal").owner, id);
  return reply(200, { items: items.map(shown), next_cursor: null });
}

export async function give(
  context: ApiContext,
  { id, message }: AnswerPlace,
  body: SchemaOutput<typeof FeedbackBody>,
) {
  const { ids, now } = servicesOf(context);
  const principal = context.get("principal");
  const answer = await answerOf(context, id, message);
  const agent = await agentOf(context, answer);
  const word = oneLine(body.word, LONGEST_WORD);
  const isBare = word === "" && body.reasons.length === 0;
  const row: Feedback = {
    ...{ id: ids.create("fbk"), owner: principal.owner, conversation_id: id, message_id: message },
    ...{ agent: agent.slug, rating: body.rating, reasons: [...new Set(body.reasons)], word },
    answer: isBare ? "" : textOf(answer.parts).slice(0, LONGEST_ANSWER),
    ...{ created_at: now(), updated_at: now() },
  };
  await storeOf(context).put(row);
  return reply(200, { ...shown(row), is_manager: mayEditAgent(agent, principal) });
}

export async function takeBack(context: ApiContext, { id, message }: AnswerPlace): Promise<Response> {
  await checkReads(context, id);
  await storeOf(context).remove(context.get("principal").owner, id, message);
  return context.body(null, 204);
}

export async function onAgent(
  context: ApiContext,
  slug: string,
  { cursor, limit }: { cursor?: string | undefined; limit: number },
) {
  const principal = context.get("principal");
  const agent = await servicesOf(context).agents.get(slug);
  if (!agent || !mayEditAgent(agent, principal)) throw new AppError("resource_not_found", noSuchAgent(slug));
  const store = storeOf(context);
  const asked = { viewer: principal.owner, before: cursor, limit: limit + 1 };
  const [found, counts] = await Promise.all([store.on(slug, asked), store.counts(slug)]);
  const page = found.slice(0, limit);
  const next_cursor = found.length > limit ? (page.at(-1)?.id ?? null) : null;
  return reply(200, { items: page.map((each) => seen(each, principal.owner)), next_cursor, counts });
}

function storeOf(context: ApiContext): D1FeedbackStore {
  return new D1FeedbackStore(openDatabase(servicesOf(context).env.DB));
}

/** Throws an AppError unless the caller may read the conversation. */
async function checkReads(context: ApiContext, id: ConversationId): Promise<void> {
  unwrap(await conversationStub(context.env, id).state(context.get("principal")));
}

/** Throws an AppError unless the caller may read it, it is finished, and its conversation is kept. */
async function answerOf(context: ApiContext, id: ConversationId, message_id: string): Promise<Message> {
  const stub = conversationStub(context.env, id);
  let before: string | null = null;
  for (let page = 0; page < MOST_PAGES; page++) {
    const asked = { before, limit: PAGE };
    const read: { items: Message[]; next_cursor: string | null; is_temporary: boolean } = unwrap(
      await stub.messages(context.get("principal"), asked),
    );
    if (read.is_temporary)
      throw new AppError("conflict", "A temporary chat takes no feedback: nothing of it is kept.");
    const found = read.items.find((message) => message.id === message_id);
    if (found?.role === "assistant" && found.status !== "partial") return found;
    before = read.next_cursor;
    if (before === null || found) break;
  }
  throw new AppError(
    "resource_not_found",
    `There is no finished answer "${message_id}" in this conversation.`,
  );
}

async function agentOf(context: ApiContext, { agent: slug }: Message): Promise<Agent> {
  const agent = slug === undefined ? undefined : await servicesOf(context).agents.get(slug);
  if (agent) return agent;
  throw new AppError("conflict", "The agent that answered is gone, so nobody would see your feedback.");
}

function shown({ message_id, agent, rating, reasons, word, updated_at }: Feedback) {
  return { message_id, agent, rating, reasons: [...reasons], word, updated_at: iso(updated_at) };
}

function seen(
  { id, rating, reasons, word, answer, title, updated_at, ...place }: SeenFeedback,
  viewer: string,
) {
  const isRead = title !== null;
  return {
    ...{ id, rating, reasons: [...reasons], word, answer, title },
    conversation_id: isRead ? place.conversation_id : null,
    message_id: isRead ? place.message_id : null,
    is_own: place.owner === viewer,
    updated_at: iso(updated_at),
  };
}
