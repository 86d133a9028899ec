import { expect, test } from "vitest";
import type { CastRequest } from "../../../durable-objects/conversation/context/casting.ts";
import { type RoomDeps, sharedInRooms } from "../../../src/app/capabilities/in-rooms.ts";
import type { Usable } from "../../../src/capabilities/use/usable.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import type { Agent } from "../../../src/domain/agent.ts";
import type { Channel } from "../../../src/domain/inbound.ts";
import { ruleFor } from "../../../src/tools/rules.ts";
import { plainCast } from "../../support/machine/plain-cast.ts";
import { A_ROOM, agentOf } from "../rooms/evening.ts";

const WEATHER = {
  ...{ id: "cap_weather", owner: "usr_ann", name: "weather", status: "active", version: 1 },
  ...{
    description: "The weather",
    input_schema: {},
    hosts: ["weather.example"],
    is_own: false,
    is_open: true,
  },
  limits: { wait_ms: 1 },
} as unknown as Usable;

async function offeredTo(tools: Agent["tools"], agent = "bart", channel: Channel = "web") {
  const deps = { kinds: CHANNELS, cache: { inRoom: async () => [WEATHER] } } as unknown as RoomDeps;
  const next = plainCast({ agent: (slug) => ({ ...agentOf(slug ?? ""), tools }), models: () => ["a/b"] });
  const turn = { agent, model: null, source: { channel, sender: "ann" }, actor: null };
  const visiting = { visit: { start: { room: A_ROOM } } };
  const request = { turn, meta: { agent, owner: "ann" }, visiting } as unknown as CastRequest;
  const cast = await sharedInRooms(deps, next).cast(request, new AbortController().signal);
  const names = cast.tools?.map(({ name }) => name) ?? [];
  return names.map((name) => [name, ruleFor(cast.rules, name)]);
}

test.each([
  ["no rules", {}, [["cap_weather", "allow"]]],
  ["no tools of its own", { "*": "deny" }, [["cap_weather", "allow"]]],
  ["a rule against it", { "*": "deny", cap_weather: "deny" }, []],
  ["a rule that asks", { "cap_*": "ask" }, []],
] as const)(
  "what is shared with a room is offered to an agent with %s as that says",
  async (_, rules, offered) => {
    expect(await offeredTo(rules)).toEqual(offered);
  },
);

test("it is not offered to the agent that answers somebody in danger", async () => {
  expect(await offeredTo({}, "hermes")).toEqual([]);
});
