/** What a conductor asks of the house. */

import type { AgentFields } from "../agents/fields.ts";
import type { ClientDeps } from "../clients/ports.ts";
import type { Agent } from "../domain/agent.ts";
import type { ScheduledMessage } from "../domain/conversation/scheduled-message.ts";
import type { Result } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { ScheduleBook } from "../schedules/book.ts";
import type { ConductedId, ConductedStore } from "./action.ts";

export interface ConductorDeps {
  agents: {
    get(slug: string): Promise<Agent | undefined>;
    /** Throws an AppError when the slug is none, or taken. */
    create(slug: string, fields: AgentFields, by: string): Promise<Agent>;
    /** Undefined: it was changed meanwhile. `restored_from`: an earlier version that holds again. */
    update(
      of: Agent,
      fields: AgentFields,
      revision: { by: string; restored_from?: number },
    ): Promise<Agent | undefined>;
    /** False: it was changed meanwhile. */
    remove(of: Pick<Agent, "slug" | "version">): Promise<boolean>;
    fieldsAt(slug: string, version: number): Promise<AgentFields | undefined>;
  };
  /** Whom their persons keep. */
  clients(): ClientDeps;
  schedules(owner: string): Pick<ScheduleBook, "find" | "create" | "change" | "remove">;
  /** A message that was cancelled waits for its time again. */
  scheduleAgain(
    of: { conversation_id: string; owner: string },
    message: ScheduledMessage,
  ): Promise<Result<true>>;
  conducted: ConductedStore;
  /** As they are today; undefined: they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
  newId(): ConductedId;
  now(): number;
}
