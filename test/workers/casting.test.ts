import { describe, expect, it } from "vitest";
import type { CastRequest } from "../../durable-objects/conversation/context/casting.ts";
import { castingOf } from "../../src/app/wiring/casting.ts";
import { CHANNELS } from "../../src/channels/channel-list.ts";
import { AGENT_DEFAULTS, type Agent } from "../../src/domain/agent.ts";
import type { Principal } from "../../src/domain/principal.ts";
import { NO_PREFERENCES } from "../../src/people/preferences.ts";

const AGENT: Agent = { ...AGENT_DEFAULTS, slug: "ada", name: "Ada", role: "", instructions: "", version: 1 };
const ANN: Principal = { owner: "usr_1", role: "member", name: "Ann" };
const CHOSEN = "openai/gpt-mini";
const REQUEST = {
  turn: { agent: null, model: null, actor: null, source: { channel: "web" } },
  meta: { agent: "ada", model: null, owner: "usr_1", room: null, parent: null },
  recent: () => [],
} as unknown as CastRequest;
const WANTED = new AbortController().signal;

/** A house whose accounts were not read when the first turn came. */
class ColdHouse {
  isRead = false;
  waits = 0;
  private readonly reading = Promise.withResolvers<void>();
  readonly casting = castingOf(
    {
      agentCache: { get: () => AGENT, anew: async () => AGENT, known: () => AGENT, trusted: () => AGENT },
      standings: { get: () => ANN, anew: async () => ANN, known: () => ANN },
      roomCache: { get: () => undefined, anew: async () => undefined, known: () => undefined },
      preferenceCache: { get: () => NO_PREFERENCES },
      models: { defaultModel: () => (this.isRead ? CHOSEN : "offline/nightjar") },
      connections: { ready: () => undefined },
      housePrompts: { ready: () => undefined },
      accounts: this,
      kinds: CHANNELS,
    },
    [],
  );

  ready(): Promise<void> {
    this.waits += 1;
    return this.reading.promise;
  }

  read(): void {
    this.isRead = true;
    this.reading.resolve();
  }
}

describe("the models of an isolate's first turn", () => {
  it("are those that were chosen in the app, which are read beside its agent", async () => {
    const house = new ColdHouse();
    const cast = house.casting.cast(REQUEST, WANTED);
    // Everything that was in memory has been asked by then.
    await new Promise((done) => setImmediate(done));
    house.read();
    expect(await cast).toMatchObject({ models: [CHOSEN] });
  });

  it("are waited for once: later turns ask nobody", async () => {
    const house = new ColdHouse();
    house.read();
    expect(await house.casting.cast(REQUEST, WANTED)).toMatchObject({ models: [CHOSEN] });
    expect(house.waits).toBe(0);
  });
});
