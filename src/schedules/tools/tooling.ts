/** Services of the tools that change schedules. */
import type { ToolContext } from "../../agent/ports/tool.ts";
import type { ScheduledMessage } from "../../domain/conversation/scheduled-message.ts";
import type { Result } from "../../domain/errors.ts";
import type { PersonSchedules } from "../person-schedules.ts";
import type { Schedule, ScheduleSpec } from "../schedule.ts";

export interface ScheduleTooling {
  of(owner: string): PersonSchedules;
  /** Records the change for the person, who may undo it. Idempotent. */
  note(done: AppliedScheduleChange, context: ToolContext): Promise<void>;
  /** The error if its owner may not use that agent. */
  checkAgent(slug: string, owner: string): Promise<Result<true>>;
}

export type AppliedScheduleChange =
  /** `schedule` as it is now, `before` as it was; null if it was created. */
  | { did: "created" | "updated"; schedule: Schedule; before: ScheduleSpec | null }
  | { did: "removed"; schedule: Schedule }
  | { did: "removed"; message: ScheduledMessage };
