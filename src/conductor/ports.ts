/** Ports of conductors: agents, clients and schedules. */

import type { AgentFields } from "../agents/fields.ts";
import type { ClientDeps } from "../clients/ports.ts";
import type { Agent } from "../domain/agent.ts";
import type { ScheduledMessage } from "../domain/conversation/scheduled-message.ts";
import type { Result } from "../domain/errors.ts";
import type { Principal } from "../domain/principal.ts";
import type { PersonSchedules } from "../schedules/ports.ts";
import type { ConductedId, ConductedStore } from "./action.ts";

export interface ConductorDeps {
  agents: {
    get(slug: string): Promise<Agent | undefined>;
    /** Throws an AppError if the slug is invalid or taken. */
    create(slug: string, fields: AgentFields, by: string): Promise<Agent>;
    /**
     * Undefined if the agent was changed meanwhile. `restored_from`: the earlier version that is restored.
     */
    update(
      of: Agent,
      fields: AgentFields,
      revision: { by: string; restored_from?: number },
    ): Promise<Agent | undefined>;
    /** False if the agent was changed meanwhile. */
    remove(of: Pick<Agent, "slug" | "version">): Promise<boolean>;
    fieldsAt(slug: string, version: number): Promise<AgentFields | undefined>;
  };
  /** The clients whom their persons keep. */
  clients(): ClientDeps;
  schedules(owner: string): Pick<PersonSchedules, "find" | "create" | "change" | "remove">;
  /** Schedules a cancelled message again for its time. */
  scheduleAgain(
    of: { conversation_id: string; owner: string },
    message: ScheduledMessage,
  ): Promise<Result<true>>;
  actions: ConductedStore;
  /** The person's present rights; undefined if they may not use this instance any more. */
  personOf(owner: string): Promise<Principal | undefined>;
  newId(): ConductedId;
  now(): number;
}
