/** Capabilities shared with a room become tools in its visits: the only ones that agents have there. */
import type { Cast, Casting } from "../../../durable-objects/conversation/context/casting.ts";
import type { Tool } from "../../agent/ports/tool.ts";
import type { CapabilityCache } from "../../capabilities/use/capability-cache.ts";
import { type CapabilityToolDeps, capabilityTool } from "../../capabilities/use/capability-tool.ts";
import { mostRelevant } from "../../capabilities/use/relevance.ts";
import type { Usable } from "../../capabilities/use/usable.ts";
import type { ChannelKinds } from "../../channels/kinds.ts";
import type { ToolRule } from "../../domain/agent.ts";
import type { Room } from "../../domain/room.ts";
import { ruleFor } from "../../tools/rules.ts";

export type RoomDeps = Omit<CapabilityToolDeps, "now"> & {
  cache: Pick<CapabilityCache, "inRoom" | "nowInRoom">;
  kinds: ChannelKinds;
};

export function sharedInRooms(deps: RoomDeps, next: Casting): Casting {
  return {
    async cast(request, wanted) {
      if (!request.visiting) return next.cast(request, wanted);
      const { room } = request.visiting.visit.start;
      const [cast, shared] = await Promise.all([
        next.cast(request, wanted),
        // Without them the visit goes on.
        deps.cache.inRoom(room).catch(() => []),
      ]);
      const ofChannel = deps.kinds[request.turn.source.channel].rules ?? {};
      const offered = toolsIn(deps, { room, cast, ofChannel, shared });
      const allowed = Object.fromEntries(offered.map(({ name }) => [name, "allow" as const]));
      return {
        ...cast,
        tools: [...(cast.tools ?? []), ...offered],
        rules: { ...cast.rules, ...allowed },
      };
    },
  };
}

interface Scene {
  room: Room;
  cast: Pick<Cast, "agent">;
  ofChannel: Readonly<Record<string, ToolRule>>;
  shared: readonly Usable[];
}

/**
 * Empty for an agent that answers somebody in a crisis. Tools that need an approval are left out: nobody in a
 * visit could give it. An agent's rule for all its tools does not hold: what is shared with a room is the room's.
 */
function toolsIn(deps: RoomDeps, { room, cast, ofChannel, shared }: Scene): Tool[] {
  if (cast.agent.slug === room.crisis_agent) return [];
  const { "*": _, ...own } = cast.agent.tools;
  const tools = mostRelevant(shared, { words: "" }).map((capability) => inVisit(deps, room, capability));
  return tools.filter(({ name }) => [own, ofChannel].every((rules) => ruleFor(rules, name) === "allow"));
}

/**
 * The capability's owner declared its hosts, and the room's keeper accepted it; it gets only data of the
 * visit.
 */
function inVisit(deps: RoomDeps, room: Room, capability: Usable): Tool {
  const now = () => deps.cache.nowInRoom(capability, room);
  return { ...capabilityTool(capability, { ...deps, now }), touches: () => ({ to: "nobody" }) };
}
