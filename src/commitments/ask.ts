/**
 * Asks about promises that come due: once each, where the promise was made. A check each minute finds them.
 * The job's id and its input's idempotency key are derived from the promise and its date.
 */
import { askAboutPromise, OFFLINE_MODEL } from "../domain/due-promise.ts";
import type { Notice } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { oneLine } from "../domain/text/hidden-text.ts";
import { type JobKind, type NewJob, PRIORITIES } from "../jobs/job.ts";
import type { Commitment } from "../memory/ports/model.ts";
import type { Address } from "../routing/address.ts";
import type { FrontDoor } from "../routing/front-door.ts";
import { EARLIEST_MS, isToBeAsked, LATEST_MS } from "./reminder-times.ts";

export const ASK_ABOUT: JobKind = {
  name: "commitments.ask",
  title: "Ask about promises that are due",
  recurs: "promise",
};

export interface Due {
  id: string;
  due_at: number;
}

export interface LookDeps {
  /**
   * Open, trusted commitments that are due in that span and have not been asked about for that date; most
   * overdue first.
   */
  dueUnasked(span: { from: number; until: number }, limit: number): Promise<(Commitment & Due)[]>;
  noteDelivered(reminder: readonly Due[]): Promise<void>;
  enqueueAll(jobs: readonly NewJob[]): Promise<unknown>;
  /** IANA name. */
  zoneOf(owner: string): Promise<string>;
  /** Whether the conversation exists, is theirs, and is not archived. */
  isAlive(owner: string, conversation: string): Promise<boolean>;
  now(): number;
}

const AT_ONCE = 100;
const DAY_MS = 86_400_000;

/**
 * Returns the number of promises asked about. Safe to repeat after a crash: the ids keep the jobs to one
 * each.
 */
export async function lookForDue(deps: LookDeps): Promise<number> {
  const now = deps.now();
  // A due date without a time is stored as midnight UTC, up to a day and a half before it is asked about.
  const span = { from: now - LATEST_MS - 2 * DAY_MS, until: now + EARLIEST_MS };
  const found = await deps.dueUnasked(span, AT_ONCE);
  const due: (Commitment & Due)[] = [];
  for (const each of found) if (isToBeAsked(each.due_at, await deps.zoneOf(each.owner), now)) due.push(each);
  if (due.length === 0) return 0;
  await deps.enqueueAll(await Promise.all(due.map((each) => jobOf(deps, each))));
  await deps.noteDelivered(due);
  return due.length;
}

/** The place is decided here, once, so that each attempt of the job asks there. */
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
    priority: PRIORITIES.event,
  };
}

export interface AskDeps {
  frontDoor: Pick<FrontDoor, "enter">;
  /** Undefined if they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
}

/** A promise with its text. */
interface PromiseReminder extends Due {
  owner: string;
  conversation_id?: string | undefined;
  line: string;
}

/** Returns the outcome as text. Throws if a retry may succeed. */
export async function askAbout(deps: AskDeps, reminder: PromiseReminder): Promise<string> {
  const principal = await deps.personOf(reminder.owner);
  if (!principal) return "The promise's owner can no longer use this instance.";
  const beside: Promise<unknown>[] = [];
  const background = (work: Promise<unknown>) => void beside.push(work);
  const enter = (to: Address) =>
    deps.frontDoor.enter({ principal, to, inbound: noticeOf(reminder), background });
  const there =
    reminder.conversation_id === undefined
      ? undefined
      : await enter({ conversation: reminder.conversation_id });
  const isGone = there === undefined || (!there.ok && there.failure.error === "resource_not_found");
  const entered = isGone ? await enter(ownPlace(reminder)) : there;
  await Promise.allSettled(beside);
  if (entered.ok) return entered.value.receipt.status;
  throw new Error(entered.failure.reason);
}

/** A conversation of its own, for a promise that was made in none, or in one that is gone. */
function ownPlace({ id, due_at, line }: PromiseReminder): Address {
  return { new: { channel: "web", title: oneLine(line, 60), key: ["promise", id, String(due_at)] } };
}

function noticeOf(reminder: PromiseReminder): Notice {
  return {
    type: "notice",
    key: `due:${reminder.id}:${reminder.due_at}`,
    source: { channel: "system", sender: "promise" },
    text: askAboutPromise(reminder),
    model: OFFLINE_MODEL,
    is_for_person: true,
  };
}
