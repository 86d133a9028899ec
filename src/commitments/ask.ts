/**
 * Promises that come due: their person is asked what became of each, once, where it was made. A look each minute finds
 * them; a job whose id is made of the promise and its date asks, and its input has a key made of the same.
 */
import { askAboutPromise, OFFLINE_MODEL } from "../domain/due-promise.ts";
import type { Notice } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { oneLine } from "../domain/text/hidden-text.ts";
import type { NewJob } from "../jobs/job.ts";
import type { Commitment } from "../memory/ports/model.ts";
import type { Address } from "../routing/address.ts";
import type { FrontDoor } from "../routing/front-door.ts";
import { EARLIEST_MS, isToBeAsked, LATEST_MS } from "./when.ts";

export const ASK_ABOUT = "commitments.ask";

export interface Due {
  id: string;
  due_at: number;
}

export interface LookDeps {
  /** Open, trusted, due in that span, and not asked about for that date yet; the longest due first. */
  unasked(span: { from: number; until: number }, limit: number): Promise<(Commitment & Due)[]>;
  noteAsked(asked: readonly Due[]): Promise<void>;
  enqueueAll(jobs: readonly NewJob[]): Promise<unknown>;
  /** IANA's name. */
  zoneOf(owner: string): Promise<string>;
  /** Whether that conversation is theirs, there, and not put away. */
  isAlive(owner: string, conversation: string): Promise<boolean>;
  now(): number;
}

const AT_ONCE = 100;
const DAY_MS = 86_400_000;

/** Says how many are asked about. Dies it half way, the next look does the same again: the ids of the jobs keep each to one. */
export async function lookForDue(deps: LookDeps): Promise<number> {
  const now = deps.now();
  // What has no time of day counts from midnight of UTC, up to a day and a half before it is asked about.
  const span = { from: now - LATEST_MS - 2 * DAY_MS, until: now + EARLIEST_MS };
  const found = await deps.unasked(span, AT_ONCE);
  const due: (Commitment & Due)[] = [];
  for (const each of found) if (isToBeAsked(each.due_at, await deps.zoneOf(each.owner), now)) due.push(each);
  if (due.length === 0) return 0;
  await deps.enqueueAll(await Promise.all(due.map((each) => jobOf(deps, each))));
  await deps.noteAsked(due);
  return due.length;
}

/** Where it is asked is decided here, once: each attempt of the job goes there. */
async function jobOf(
  deps: LookDeps,
  { id, due_at, owner, conversation_id }: Commitment & Due,
): Promise<NewJob> {
  const isThere = conversation_id !== undefined && (await deps.isAlive(owner, conversation_id));
  return {
    id: `job_due_${id}_${due_at}`,
    kind: ASK_ABOUT,
    owner,
    ...(isThere && { conversation_id }),
    payload: { id, due_at },
    priority: 7,
  };
}

export interface AskDeps {
  frontDoor: Pick<FrontDoor, "enter">;
  /** Undefined: they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
}

/** The promise as it stands in its words. */
export interface Asked extends Due {
  owner: string;
  conversation_id?: string | undefined;
  line: string;
}

/** What became of it, in words. Throws where another try may go well. */
export async function askAbout(deps: AskDeps, asked: Asked): Promise<string> {
  const principal = await deps.personOf(asked.owner);
  if (!principal) return "Whose promise it is may not use this instance any more.";
  const beside: Promise<unknown>[] = [];
  const background = (work: Promise<unknown>) => void beside.push(work);
  const enter = (to: Address) =>
    deps.frontDoor.enter({ principal, to, inbound: noticeOf(asked), background });
  const there =
    asked.conversation_id === undefined ? undefined : await enter({ conversation: asked.conversation_id });
  const isGone = there === undefined || (!there.ok && there.failure.error === "resource_not_found");
  const entered = isGone ? await enter(ownPlace(asked)) : there;
  await Promise.allSettled(beside);
  if (entered.ok) return entered.value.receipt.status;
  throw new Error(entered.failure.reason);
}

/** What nobody has said in a conversation, or in one that is gone. */
function ownPlace({ id, due_at, line }: Asked): Address {
  return { new: { channel: "web", title: oneLine(line, 60), key: ["promise", id, String(due_at)] } };
}

function noticeOf(asked: Asked): Notice {
  return {
    type: "notice",
    key: `due:${asked.id}:${asked.due_at}`,
    source: { channel: "system", sender: "promise" },
    text: askAboutPromise(asked),
    model: OFFLINE_MODEL,
    is_for_person: true,
  };
}
