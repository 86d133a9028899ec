/** Handlers of research routes. Loaded when one is called. */
import type {
  ApproveBody,
  FollowQuery,
  PlanChange,
  ResearchBody,
  ResumeBody,
} from "../../contract/agents/research.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { trustId } from "../../domain/ids.ts";
import { planTold } from "../../research/live/told.ts";
import type { PlanEdit } from "../../research/plan/plan.ts";
import type { ResearchId } from "../../research/stored.ts";
import { RESEARCH } from "../../research/verbs.ts";
import { R2Research } from "../../storage/r2/research.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { forward, lastRead } from "../http/forward.ts";
import { reply } from "../http/reply.ts";
import { researchStub } from "../objects/stubs.ts";
import { ownerOf, ownRun, readable } from "./access.ts";
import { servicesOf } from "./services.ts";
import { readersView, researchView } from "./view.ts";

export async function list(context: ApiContext) {
  const found = await new R2Research(servicesOf(context).env.BUCKET).list(ownerOf(context));
  const items = found.map(({ created_at, ...run }) => ({
    ...run,
    created_at: new Date(created_at).toISOString(),
  }));
  return reply(200, { items, next_cursor: null });
}

export async function begin(context: ApiContext, body: SchemaOutput<typeof ResearchBody>) {
  const { ids, verbs, frontDoor, agentCache } = servicesOf(context);
  const principal = context.get("principal");
  const place =
    body.conversation_id === undefined ? undefined : await ownConversation(context, body.conversation_id);
  const slug = body.agent ?? place?.agent ?? null;
  unwrap(await frontDoor.checkAgent(slug, principal));
  const { slug: agent } = await agentCache.get(slug);
  const id = ids.create("res");
  await verbs(RESEARCH).begin({
    ...body,
    id,
    owner: principal.owner,
    agent,
    conversation_id: body.conversation_id ?? null,
    may_read_named: true,
  });
  return reply(202, researchView(await ownRun(context, id)));
}

/** `conversation_id`: in which the caller reads it; without one the run is the caller's own. */
export async function look(context: ApiContext, id: ResearchId, conversation_id?: string) {
  const { run, is_own } = await readable(context, id, conversation_id);
  return reply(200, is_own ? researchView(run) : readersView(run));
}

/** The run's live events. */
export async function events(
  context: ApiContext,
  id: ResearchId,
  { cursor, conversation_id }: SchemaOutput<typeof FollowQuery>,
): Promise<Response> {
  const { owner, is_own } = await readable(context, id, conversation_id);
  const from = lastRead(context) ?? cursor;
  const object = researchStub(servicesOf(context).env, owner, id);
  return forward(context, object, `/events?cursor=${from}&is_own=${is_own}`);
}

export async function remove(context: ApiContext, id: ResearchId): Promise<Response> {
  await ownRun(context, id);
  const { BUCKET } = servicesOf(context).env;
  const hashes = await stub(context, id).erase();
  await new R2SourceTexts(BUCKET).drop(ownerOf(context), trustId(id), hashes);
  await new R2Research(BUCKET).remove(ownerOf(context), id);
  return context.body(null, 204);
}

export async function lookAtPlan(context: ApiContext, id: ResearchId) {
  const { view } = await ownRun(context, id);
  return reply(200, planTold(view ?? { plan: [] }));
}

export async function editPlan(
  context: ApiContext,
  id: ResearchId,
  { edits }: SchemaOutput<typeof PlanChange>,
) {
  await ownRun(context, id);
  const plain = edits.map(({ ...edit }) => JSON.parse(JSON.stringify(edit)) as PlanEdit);
  unwrap(await stub(context, id).edit(plain));
  return lookAtPlan(context, id);
}

export async function approve(
  context: ApiContext,
  id: ResearchId,
  { answer }: SchemaOutput<typeof ApproveBody>,
) {
  await ownRun(context, id);
  unwrap(await stub(context, id).approve(answer ?? null));
  return look(context, id);
}

export async function halt(context: ApiContext, id: ResearchId) {
  await ownRun(context, id);
  unwrap(await stub(context, id).halt());
  return look(context, id);
}

export async function resume(context: ApiContext, id: ResearchId, raised: SchemaOutput<typeof ResumeBody>) {
  await ownRun(context, id);
  unwrap(await stub(context, id).resume(raised));
  return look(context, id);
}

export async function renew(context: ApiContext, id: ResearchId) {
  await ownRun(context, id);
  unwrap(await stub(context, id).renew());
  return look(context, id);
}

export async function source(context: ApiContext, { id, source_id }: { id: ResearchId; source_id: string }) {
  const { view } = await ownRun(context, id);
  const found = view?.sources.find((one) => one.id === source_id);
  const texts = new R2SourceTexts(servicesOf(context).env.BUCKET);
  const text = found && (await texts.get(ownerOf(context), found.hash));
  if (!found || text === undefined) throw new AppError("resource_not_found", "This run has no such source.");
  const notes = view?.notes.filter((note) => note.source_id === source_id) ?? [];
  const spans = notes.map((note) => ({ note_id: note.id, start: note.start, end: note.end }));
  const { title, address, read_at } = found;
  return reply(200, { id: source_id, title, address, read_at: new Date(read_at).toISOString(), text, spans });
}

async function ownConversation(context: ApiContext, id: string) {
  const row = await servicesOf(context).conversations.get(id);
  if (row?.owner === ownerOf(context)) return row;
  throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
}

function stub(context: ApiContext, id: ResearchId) {
  return researchStub(servicesOf(context).env, ownerOf(context), id);
}
