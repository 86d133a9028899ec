/**
 * The inboxes of other conversations, with jobs in between: a child that a job begins is enqueued, and the job
 * learns the outcome before its parent does.
 */
import type { ConversationInboxes } from "../../channels/kind.ts";
import type { ConversationInit, Parent } from "../../domain/conversation/conversation.ts";
import type { Receipt } from "../../domain/conversation/receipt.ts";
import type { Inbound, ReportOutcome } from "../../domain/inbound.ts";
import type { NewJob } from "../../jobs/job.ts";
import type { Jobs } from "../../jobs/jobs.ts";
import type { JobOutcome } from "../../jobs/settle.ts";
import type { ChildJobPayload } from "./child-job.ts";
import { jobKeyOf } from "./kinds.ts";

type JobPort = Pick<Jobs, "enqueue" | "kindOf" | "settle">;

/** Rejects like the inboxes, and when the jobs cannot be written: each call may be repeated. */
export function queuedInboxes(inboxes: ConversationInboxes, jobs: JobPort): ConversationInboxes {
  return {
    async begin(init, inbound) {
      const { parent } = init;
      if (!parent?.job) return inboxes.begin(init, inbound);
      await jobs.enqueue(jobOf(init, parent, jobs.kindOf(parent.job.kind)));
      return { ok: true, value: QUEUED };
    },
    async receive(to, owner, inbound) {
      if (isHalt(inbound)) await jobs.settle(jobKeyOf(to), { status: "cancelled" });
      return inboxes.receive(to, owner, await known(jobs, inbound));
    },
  };
}

const QUEUED: Receipt = { status: "accepted", turn_id: null, message_id: null, seq: 0 };

function jobOf(init: ConversationInit, parent: Parent, kind: NewJob["kind"]): NewJob {
  const { conversation_id, call_id, job } = parent;
  const payload: ChildJobPayload = { child: init.conversation_id, call_id, agent: init.agent ?? "" };
  return {
    dedupe_key: jobKeyOf(init.conversation_id),
    kind,
    owner: init.owner,
    conversation_id,
    payload,
    ...(job && { priority: job.priority }),
  };
}

function isHalt(inbound: Inbound): boolean {
  return inbound.type === "command" && inbound.command.name === "halt";
}

/** A report of which the job knows. */
async function known(jobs: JobPort, inbound: Inbound): Promise<Inbound> {
  if (inbound.type !== "report" || !inbound.account?.has_job) return inbound;
  const again_at = await jobs.settle(jobKeyOf(inbound.source.sender), outcomeOf(inbound.outcome));
  return again_at === undefined ? inbound : { ...inbound, again_at };
}

/** The words of the report stay in its conversation. */
function outcomeOf(outcome: ReportOutcome): JobOutcome {
  switch (outcome.status) {
    case "completed":
      return { status: "completed", result: "It has reported to the conversation that asked." };
    case "failed":
      return { status: "failed", error: outcome.reason, is_retryable: outcome.retryable };
    case "halted":
      return { status: "cancelled" };
    case "given_up":
      return { status: "failed", error: "It took too long and was given up.", is_retryable: false };
  }
}
