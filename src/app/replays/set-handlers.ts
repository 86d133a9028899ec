/** Answers about replay sets and their turns. */
import type { ExpectationFields, SetTurnFields } from "../../contract/replays/replays.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { trimmedSide } from "../../replays/expectation.ts";
import { MOST_SETS, MOST_TURNS, NO_EXPECTATION, type ReplaySet, type SetTurn } from "../../replays/set.ts";
import { conversationIdOf } from "../conversations/conversation-access.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { iso } from "../http/query.ts";
import { reply } from "../http/reply.ts";
import { conversationStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";
import { setsOf } from "./stores.ts";

type Listed = ReplaySet & { turns: number };

export async function list(context: ApiContext) {
  const all = await setsOf(servicesOf(context)).list(ownerOf(context));
  return reply(200, { items: all.map(shown), next_cursor: null });
}

export async function create(context: ApiContext, name: string) {
  const services = servicesOf(context);
  const set = { id: services.ids.create("rps"), owner: ownerOf(context), name, created_at: services.now() };
  if ((await setsOf(services).add(set)) === "full")
    throw new AppError("conflict", `You have ${MOST_SETS} sets. Delete one of them first.`);
  return reply(201, shown({ ...set, turns: 0 }));
}

export async function rename(context: ApiContext, id: string, name: string) {
  const set = await setHere(context, id);
  await setsOf(servicesOf(context)).rename(id, name);
  return reply(200, shown({ ...set, name }));
}

export async function remove(context: ApiContext, id: string): Promise<Response> {
  await setHere(context, id);
  await setsOf(servicesOf(context)).remove(id);
  return context.body(null, 204);
}

export async function turns(context: ApiContext, id: string) {
  await setHere(context, id);
  const all = await setsOf(servicesOf(context)).turns(id);
  return reply(200, { items: all.map(shownTurn), next_cursor: null });
}

/** The conversation's object checks whose it is, and that the turn can be replayed. */
export async function addTurn(context: ApiContext, id: string, fields: SchemaOutput<typeof SetTurnFields>) {
  const services = servicesOf(context);
  const { id: set_id, owner } = await setHere(context, id);
  const conversation_id = conversationIdOf(fields.conversation_id);
  const { turn_id, message_id } = fields;
  const stub = conversationStub(services.env, conversation_id);
  const { question, original, ...copy } = unwrap(
    await stub.keepTurn(context.get("principal"), { turn_id, message_id }),
  );
  const turn: SetTurn = {
    ...{ id: services.ids.create("rpt"), set_id, owner, conversation_id, turn_id: copy.turn_id, question },
    original: trimmedSide(original),
    expectation: fields.expectation ?? NO_EXPECTATION,
    is_kept: copy.kept !== null,
    added_at: services.now(),
  };
  const refused = await setsOf(services).addTurn(turn, copy.kept);
  if (refused === "there") throw new AppError("conflict", "This turn is in that set already.");
  if (refused === "full")
    throw new AppError(
      "conflict",
      `A set has at most ${MOST_TURNS} turns. Remove one first, or use another set.`,
    );
  return reply(201, shownTurn(turn));
}

interface InSet {
  id: string;
  turn: string;
}

export async function expectOf(
  context: ApiContext,
  { id, turn }: InSet,
  expectation: SchemaOutput<typeof ExpectationFields>,
) {
  const before = await foundTurn(context, { id, turn });
  await setsOf(servicesOf(context)).expect(turn, expectation);
  return reply(200, shownTurn({ ...before, expectation }));
}

export async function removeTurn(context: ApiContext, { id, turn }: InSet): Promise<Response> {
  await foundTurn(context, { id, turn });
  await setsOf(servicesOf(context)).removeTurn(turn);
  return context.body(null, 204);
}

/** Throws an AppError when there is no such set, or it is somebody else's. */
export async function setHere(context: ApiContext, id: string): Promise<Listed> {
  const set = await setsOf(servicesOf(context)).get(ownerOf(context), id);
  if (!set) throw new AppError("resource_not_found", "There is no such replay set, or it is not yours.");
  return set;
}

async function foundTurn(context: ApiContext, { id, turn }: InSet): Promise<SetTurn> {
  const one = await setsOf(servicesOf(context)).turn(ownerOf(context), turn);
  if (one?.set_id !== id) throw new AppError("resource_not_found", "There is no such turn in this set.");
  return one;
}

export function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function shown({ id, name, turns, created_at }: Listed) {
  return { id, name, turns, created_at: iso(created_at) };
}

function shownTurn({ owner: _owner, set_id: _set, added_at, ...turn }: SetTurn) {
  return { ...turn, added_at: iso(added_at) };
}
