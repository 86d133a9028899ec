/** Runs as their callers may see them. */
import { AppError } from "../../domain/errors.ts";
import { parseId } from "../../domain/ids.ts";
import { type ResearchId, type SeenRun, seenAtRest } from "../../research/stored.ts";
import { R2Research } from "../../storage/r2/research.ts";
import { type ApiContext, unwrap } from "../http/api.ts";
import { conversationStub, researchStub } from "../objects/stubs.ts";
import { servicesOf } from "./services.ts";

export interface ReadableRun {
  run: SeenRun;
  owner: string;
  /** False: the caller reads it in a conversation that is shared with them. */
  is_own: boolean;
}

/** `conversation_id`: in which the caller reads it; without one the run is the caller's own. Throws an AppError. */
export async function readable(
  context: ApiContext,
  id: ResearchId,
  conversation_id?: string,
): Promise<ReadableRun> {
  const { env } = servicesOf(context);
  const own = ownerOf(context);
  const is_own = conversation_id === undefined || (await new R2Research(env.BUCKET).has(own, id));
  if (is_own) return { run: await ownRun(context, id), owner: own, is_own };
  const conversation = parseId("cnv", conversation_id);
  if (!conversation) throw missing();
  const { owner } = unwrap(await conversationStub(env, conversation).members(context.get("principal")));
  const run = await seenOf(context, owner, id);
  if (run.init.conversation_id !== conversation) throw missing();
  return { run, owner, is_own };
}

/** The caller's own run. */
export function ownRun(context: ApiContext, id: ResearchId): Promise<SeenRun> {
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

export function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

function missing(): AppError {
  return new AppError("resource_not_found", "There is no such research run, or it is not yours.");
}
