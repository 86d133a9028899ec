/** Ports of a scheduler's object. */
import type { SchedulerPorts } from "../../../../durable-objects/scheduler/ports.ts";
import { trustId } from "../../../domain/ids.ts";
import { heartbeatPath } from "../../../schedules/heartbeat-file.ts";
import { mayStand } from "../../../tools/workspace/steering.ts";
import type { House } from "../../house.ts";
import { conversationStub } from "../../objects/stubs.ts";
import { deliveryOf, progressOf } from "./run-progress.ts";
import { startRun, tell } from "./start-run.ts";

export function schedulerPorts(house: House): SchedulerPorts {
  const { env, now, log, workspace, agentCache } = house;
  return {
    now,
    log,
    enter: (order) => startRun(house, order),
    look: (owner, run) => progressOf(env, owner, run),
    tell: (notice) => tell(house, notice),
    deliveryOf: (message) => deliveryOf(env, message),
    async heartbeatFile(owner, agent) {
      const path = heartbeatPath((await agentCache.get(agent)).context.operational);
      const file = await workspace.read(owner, path);
      const text = file ? new TextDecoder().decode(file.bytes) : null;
      return { path, text, ...(file && !mayStand(file) && { waits: true as const }) };
    },
    async forget(owner, conversation) {
      const erased = await conversationStub(env, trustId(conversation)).erase({
        owner,
        role: "member",
        name: "schedule",
      });
      const isGone = erased.ok || erased.failure.error === "resource_not_found";
      if (!isGone) throw new Error(erased.failure.reason);
      await house.forgetConversation(conversation);
    },
  };
}
