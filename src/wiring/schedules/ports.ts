/** What a scheduler's object uses of the house. */
import type { SchedulerPorts } from "../../../durable-objects/scheduler/ports.ts";
import { conversationStub } from "../../../durable-objects/stubs.ts";
import { trustId } from "../../domain/ids.ts";
import type { House } from "../../house.ts";
import { enter, tell } from "./enter.ts";
import { deliveryOf, look } from "./look.ts";

const HEARTBEAT_FILE = "HEARTBEAT.md";

export function schedulerPorts(house: House): SchedulerPorts {
  const { env, now, log, workspace } = house;
  return {
    now,
    log,
    enter: (order) => enter(house, order),
    look: (owner, run) => look(env, owner, run),
    tell: (saying) => tell(house, saying),
    deliveryOf: (message) => deliveryOf(env, message),
    async heartbeatFile(owner) {
      const file = await workspace.read(owner, HEARTBEAT_FILE);
      return file ? new TextDecoder().decode(file.bytes) : null;
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
