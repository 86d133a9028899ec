/** Ports through which a tool begins a child conversation. */
import type { ToolContext, ToolOutcome } from "../agent/ports/tool.ts";
import type { Agent } from "../domain/agent.ts";
import type { ConversationId } from "../domain/ids.ts";
import type { JobKind } from "../jobs/job.ts";
import type { MandateRequest } from "./mandate.ts";

export interface ChildRequest extends MandateRequest {
  /** Slug; absent: the agent that makes the call. */
  agent?: string | undefined;
  /** `provider/model`; absent: the agent's own. */
  model?: string | undefined;
  /** Everything the child is told: it does not see the parent conversation. */
  task: string;
  /** Title of the child conversation; absent: made from the task. */
  title?: string;
  /**
   * `result`: the call parks, and the report becomes its result. `message`: the call returns at once, and the
   * report is posted in the parent conversation, in the name of the child's agent.
   */
  report: "result" | "message";
  /** The child begins as a job of that kind, instead of at once: only where nobody waits for it. */
  job?: ChildJob;
}

/** `priority` is that of a person's turn; in one that a schedule started, the job has that of schedules. */
export interface ChildJob {
  kind: JobKind;
  priority: number;
}

export interface Children {
  /**
   * Called by a tool with its own context; returns the tool's outcome. Idempotent: a repeated call starts
   * nothing more.
   */
  begin(request: ChildRequest, context: ToolContext): Promise<ToolOutcome>;
  /** Like `begin`, for a tool that words its own outcome. */
  start(request: ChildRequest, context: ToolContext): Promise<StartChildResult>;
}

/** The child that was started, or an error that tells the model why there is none. */
export type StartChildResult =
  | { ok: true; conversation_id: ConversationId; agent: Pick<Agent, "slug" | "name"> }
  | { ok: false; error: string };
