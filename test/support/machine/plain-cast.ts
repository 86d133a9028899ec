/** Whoever was named answers, as it is: a test says what it is about. */
import {
  type Casting,
  type PlainCastingDeps,
  plainCasting,
} from "../../../durable-objects/conversation/context/casting.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import { modelsFor } from "../../../src/domain/agent.ts";
import { NO_PREFERENCES } from "../../../src/people/preferences.ts";
import { strictestOf } from "../../../src/tools/rules.ts";

export function plainCast(deps: Pick<PlainCastingDeps, "agent"> & Partial<PlainCastingDeps>): Casting {
  return plainCasting({
    models: (agent, { requested: wish, channel }) => [...(wish ? [wish] : []), ...modelsFor(agent, channel)],
    preferences: () => NO_PREFERENCES,
    sections: () => [],
    rules: (agent, channel) => strictestOf(agent.tools, CHANNELS[channel].rules ?? {}),
    framing: (channel) => CHANNELS[channel].framing,
    steering: () => "next_turn",
    ...deps,
  });
}
