/**
 * The job that begins a child. Its row names the conversations alone: the task lies with the parent, the work is
 * done in the child, and the child's report ends the job.
 */
import { z } from "zod";
import { sourceOf } from "../../channels/conversation/task.ts";
import type { ConversationInboxes } from "../../channels/kind.ts";
import type { ConversationInit } from "../../domain/conversation/conversation.ts";
import type { Receipt } from "../../domain/conversation/receipt.ts";
import { type Failure, isForNow, type Result } from "../../domain/errors.ts";
import { type CallId, type ConversationId, trustId } from "../../domain/ids.ts";
import type { Inbound, ReportOutcome } from "../../domain/inbound.ts";
import {
  defineJob,
  HELD,
  HopelessJobError,
  type Job,
  type JobFailure,
  type JobHandler,
  type JobKind,
} from "../../jobs/job.ts";

const Payload = z.object({ child: z.string(), call_id: z.string(), agent: z.string() });

export type ChildJobPayload = z.output<typeof Payload>;

/** The conversations that a child's job talks to. Methods reject when the outcome is unknown. */
export interface ChildJobPorts extends ConversationInboxes {
  /** The input that begins the child; null if it has ended. Its time begins now. */
  handOn(family: FamilyOfJob): Promise<Result<{ init: ConversationInit; inbound: Inbound } | null>>;
  /** A child that has ended waits for its job again. */
  reopen(family: FamilyOfJob): Promise<Result<true>>;
}

export interface FamilyOfJob {
  owner: string;
  parent: ConversationId;
  child: ConversationId;
}

interface ChildOfJob extends FamilyOfJob {
  call_id: CallId;
}

interface ChildJobDeps extends ChildJobPorts {
  /** Called at its end without a result, before the parent is told. */
  ended?(child: ChildOfJob, failure: JobFailure): Promise<void>;
}

export function createChildJob(kind: JobKind, deps: ChildJobDeps): JobHandler {
  return defineJob({
    kind,
    schema: Payload,
    async run(payload, { job }) {
      const handed = given(await deps.handOn(familyOf(job, payload)));
      if (handed === null) return "It had ended before it began.";
      const receipt = begun(given(await deps.begin(handed.init, handed.inbound)));
      // An earlier job of the same child began this attempt, and has ended with it.
      if (receipt.status === "duplicate" && job.attempts === 1) return "It had begun before.";
      return HELD;
    },
    over: (payload, job, failure) => over(deps, { payload, job, failure }),
    async again(payload, job) {
      given(await deps.reopen(familyOf(job, payload)));
    },
  });
}

function familyOf({ owner, conversation_id = "" }: Job, { child }: ChildJobPayload): FamilyOfJob {
  return { owner, parent: trustId<"cnv">(conversation_id), child: trustId<"cnv">(child) };
}

function given<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw problemOf(result.failure);
}

function problemOf(failure: Failure): Error {
  const { reason } = failure;
  return isForNow(failure) ? new Error(reason) : new HopelessJobError(reason);
}

const MAY_PASS: readonly string[] = ["queue_full", "unavailable", "too_early"];

function begun(receipt: Receipt): Receipt {
  if (receipt.status !== "refused") return receipt;
  const { refusal, reason } = receipt;
  throw MAY_PASS.includes(refusal) ? new Error(reason) : new HopelessJobError(reason);
}

interface Over {
  payload: ChildJobPayload;
  job: Job;
  failure: JobFailure;
}

/** The parent is told first: the child's own report of being stopped then changes nothing. */
async function over(deps: ChildJobDeps, { payload, job, failure }: Over): Promise<void> {
  const family = familyOf(job, payload);
  const { owner, parent, child } = family;
  const call_id = payload.call_id as CallId;
  await deps.ended?.({ ...family, call_id }, failure);
  if (failure.is_told) return;
  const key = `${job.id}:${job.updated_at}`;
  const outcome = outcomeOf(failure);
  await deps.receive(parent, owner, { type: "report", key, source: sourceOf(child), call_id, outcome });
  const halt = { type: "command", key, source: sourceOf(parent), command: { name: "halt" } } as const;
  await deps.receive(child, owner, halt);
}

function outcomeOf({ status, reason }: JobFailure): ReportOutcome {
  return status === "cancelled"
    ? { status: "halted", reason, retryable: true }
    : { status: "failed", reason, retryable: false };
}
