/** Whoever was named answers, as it is: a test says what it is about. */
import {
  type Casting,
  type PlainCastingDeps,
  plainCasting,
} from "../../../durable-objects/conversation/context/casting.ts";
import { FRAMING } from "../../../src/channels/framing.ts";
import { rulesOf } from "../../../src/tools/source-rules.ts";

export function plainCast(deps: Pick<PlainCastingDeps, "agent"> & Partial<PlainCastingDeps>): Casting {
  return plainCasting({
    models: (agent, wish) => [...(wish ? [wish] : []), ...agent.models],
    sections: () => [],
    rules: (agent, channel) => rulesOf(agent, channel),
    framing: (channel) => FRAMING[channel],
    ...deps,
  });
}
