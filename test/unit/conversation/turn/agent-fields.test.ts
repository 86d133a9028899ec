import { describe, expect, it } from "vitest";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import type { Agent } from "../../../../src/domain/agent.ts";
import type { Fate } from "../../../support/machine/machine.ts";
import {
  CHAT,
  ConversationRig,
  finish,
  type Move,
  type RigOptions,
  says,
  text,
} from "../../../support/machine/rig.ts";

/** A conversation with an agent of which that is set. */
function withAgent(fields: Partial<Agent>, options: RigOptions = {}): ConversationRig {
  return new ConversationRig({
    ...options,
    cast: (rig) => ({ agent: () => ({ ...rig.agent(), ...fields }) }),
  });
}

describe("a turn", () => {
  it("is answered by the models that its agent has for where the words came from", async () => {
    const rig = withAgent({
      models: ["acme/one"],
      models_by_source: { telegram: ["acme/two", "acme/three"] },
    });
    await rig.say("In the app");
    await rig.pass();
    await rig.say("In the chat", "k2", CHAT);
    await rig.pass();
    expect(rig.requests.map(({ model, fallback_models }) => [model, fallback_models])).toEqual([
      ["acme/one", []],
      ["acme/two", ["acme/three"]],
    ]);
  });

  it("has its agent's temperature, and none where the agent has none", async () => {
    const [cool, plain] = [withAgent({ temperature: 0.2 }), withAgent({})];
    for (const rig of [cool, plain]) {
      await rig.say("Hi");
      await rig.pass();
    }
    expect(cool.requests[0]).toMatchObject({ temperature: 0.2 });
    expect(plain.requests[0]).not.toHaveProperty("temperature");
  });

  it("goes by an edit of its agent at the next one", async () => {
    const agent: { instructions: string } = { instructions: "Sing." };
    const rig = new ConversationRig({
      cast: (own) => ({ agent: () => ({ ...own.agent(), ...agent }) }),
    });
    await rig.say("One");
    await rig.pass();
    agent.instructions = "Whistle.";
    await rig.say("Two");
    await rig.pass();
    const told = rig.requests.map(({ system }) => system[0]?.text ?? "");
    expect(told.map((words) => /Sing|Whistle/.exec(words)?.[0])).toEqual(["Sing", "Whistle"]);
  });
});

describe("an answer that goes on after its token limit, killed at any moment", () => {
  const script = ({ messages }: ModelRequest): Move[] => {
    const parts = messages.filter(({ role }) => role === "assistant").length;
    if (parts === 0) return [text("Once upon a time "), text("there was a nigh"), finish("length")];
    return parts === 1 ? [text("nightjar that sang and sa"), finish("length")] : says("sang.");
  };

  async function told(at: number, fate: Fate): Promise<{ rig: ConversationRig; moments: number }> {
    let moments = 0;
    const limits = { max_steps: 50, max_output_tokens: 100, at_token_limit: "continue" as const };
    const rig = withAgent(
      { limits },
      { model: script, outage: 500, fate: () => (++moments === at ? fate : "goes on") },
    );
    const insist = async (): Promise<void> => {
      await rig.say("A story").catch(() => void rig.timeline.after(200, insist));
    };
    const watch = async () => {
      if (!rig.reader.isConnected) await rig.reader.connect();
      rig.timeline.after(100, watch);
    };
    await insist();
    rig.timeline.after(10, watch);
    await rig.pass(20_000);
    return { rig, moments };
  }

  it("is told once and whole", async () => {
    const { rig: whole, moments } = await told(0, "goes on");
    const story = "Once upon a time there was a nightjar that sang and sang.";
    expect(whole.messages().at(-1)).toMatchObject({
      status: "complete",
      parts: [{ type: "text", text: story }],
    });
    for (const fate of ["dies before the commit", "dies after the commit"] as const)
      for (let at = 1; at <= moments; at++) {
        const { rig } = await told(at, fate);
        expect(rig.said(), `${fate}, ${at}`).toEqual(["user: A story", `assistant: ${story}`]);
        expect(rig.reader.events.filter(({ type }) => type === "turn_end")).toHaveLength(1);
      }
  });
});
