/** Handlers of research routes. Loaded when one is called. */
import type { ApproveBody, PlanChange, ResearchBody, ResumeBody } from "../../contract/agents/research.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import { parseId, trustId } from "../../domain/ids.ts";
import type { PlanEdit } from "../../research/plan/plan.ts";
import { type ResearchId, type SeenRun, seenAtRest } from "../../research/stored.ts";
import { RESEARCH } from "../../research/verbs.ts";
import { R2Research } from "../../storage/r2/research.ts";
import { R2SourceTexts } from "../../storage/r2/source-texts.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { conversationStub, researchStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";
import { planView, readersView, researchView } from "./view.ts";

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
  return reply(202, researchView(await seen(context, id)));
}

/** `conversation_id`: in which the caller reads it; without one the run is the caller's own. */
export async function look(context: ApiContext, id: ResearchId, conversation_id?: string) {
  const { env } = servicesOf(context);
  const isOwn = conversation_id === undefined || (await new R2Research(env.BUCKET).has(ownerOf(context), id));
  if (isOwn) return reply(200, researchView(await seen(context, id)));
  const conversation = parseId("cnv", conversation_id);
  if (!conversation) throw missing();
  const { owner } = unwrap(await conversationStub(env, conversation).members(context.get("principal")));
  const run = await seenOf(context, owner, id);
  if (run.init.conversation_id !== conversation) throw missing();
  return reply(200, readersView(run));
}

export async function remove(context: ApiContext, id: ResearchId): Promise<Response> {
  const { view } = await seen(context, id);
  const { BUCKET } = servicesOf(context).env;
  await stub(context, id).erase();
  const hashes = view?.sources.map(({ hash }) => hash) ?? [];
  await new R2SourceTexts(BUCKET).drop(ownerOf(context), trustId(id), hashes);
  await new R2Research(BUCKET).remove(ownerOf(context), id);
  return context.body(null, 204);
}

export async function lookAtPlan(context: ApiContext, id: ResearchId) {
  const { view } = await seen(context, id);
  return reply(200, planView(view ?? { plan: [] }));
}

export async function editPlan(
  context: ApiContext,
  id: ResearchId,
  { edits }: SchemaOutput<typeof PlanChange>,
) {
  await seen(context, id);
  const plain = edits.map(({ ...edit }) => JSON.parse(JSON.stringify(edit)) as PlanEdit);
  unwrap(await stub(context, id).edit(plain));
  return lookAtPlan(context, id);
}

export async function approve(
  context: ApiContext,
  id: ResearchId,
  { answer }: SchemaOutput<typeof ApproveBody>,
) {
  await seen(context, id);
  unwrap(await stub(context, id).approve(answer ?? null));
  return look(context, id);
}

export async function halt(context: ApiContext, id: ResearchId) {
  await seen(context, id);
  unwrap(await stub(context, id).halt());
  return look(context, id);
}

export async function resume(
  context: ApiContext,
  id: ResearchId,
  { ceiling_usd }: SchemaOutput<typeof ResumeBody>,
) {
  await seen(context, id);
  unwrap(await stub(context, id).resume(ceiling_usd));
  return look(context, id);
}

export async function source(context: ApiContext, { id, source_id }: { id: ResearchId; source_id: string }) {
  const { view } = await seen(context, id);
  const found = view?.sources.find((one) => one.id === source_id);
  const texts = new R2SourceTexts(servicesOf(context).env.BUCKET);
  const text = found && (await texts.get(ownerOf(context), found.hash));
  if (!found || text === undefined) throw new AppError("resource_not_found", "This run has no such source.");
  const notes = view?.notes.filter((note) => note.source_id === source_id) ?? [];
  const spans = notes.map((note) => ({ note_id: note.id, start: note.start, end: note.end }));
  const { title, address, read_at } = found;
  return reply(200, { id: source_id, title, address, read_at: new Date(read_at).toISOString(), text, spans });
}

/** The caller's own run. */
function seen(context: ApiContext, id: ResearchId): Promise<SeenRun> {
  return seenOf(context, ownerOf(context), id);
}

/** An owner's run. One whose object was lost is taken from the bucket. */
async function seenOf(context: ApiContext, owner: string, id: ResearchId): Promise<SeenRun> {
  const { env } = servicesOf(context);
  const stored = new R2Research(env.BUCKET);
  const object = researchStub(env, owner, id);
  // An object is opened only where there is a run, since it keeps what it is asked for.
  if (!(await stored.has(owner, id))) throw missing();
  const run = await object.seen();
  if (run) return run;
  const snapshot = await stored.snapshot(owner, id);
  if (!snapshot) throw missing();
  await object.takeOver(snapshot);
  return seenAtRest(snapshot);
}

async function ownConversation(context: ApiContext, id: string) {
  const row = await servicesOf(context).conversations.get(id);
  if (row?.owner === ownerOf(context)) return row;
  throw new AppError("resource_not_found", "There is no such conversation, or it is not yours.");
}

function stub(context: ApiContext, id: ResearchId) {
  return researchStub(servicesOf(context).env, ownerOf(context), id);
}

function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function missing(): AppError {
  return new AppError("resource_not_found", "There is no such research run, or it is not yours.");
}
