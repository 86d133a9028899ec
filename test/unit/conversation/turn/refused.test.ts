/** A turn of somebody to whom its agent is closed: what they said is kept, they are told, and no model is asked. */
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { allowedCasting } from "../../../../durable-objects/conversation/context/allowed-casting.ts";
import type { Casting } from "../../../../durable-objects/conversation/context/casting.ts";
import type { Agent } from "../../../../src/domain/agent.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import { defineTool, trustedResult } from "../../../../src/tools/define-tool.ts";
import { ANN, ConversationRig, calls, type RigOptions, rounds, says } from "../../../support/machine/rig.ts";

const TOLD = "assistant:  (failed)";

/** Its agent is somebody else's, open to Ann for as long as she stands in its audience. */
class Closing {
  isOpen = true;
  readsAnew = 0;
  readonly rig: ConversationRig;

  constructor(options: RigOptions) {
    this.rig = new ConversationRig({
      ...options,
      cast: (rig) => ({ steering: () => "next_step", agent: () => this.agent(rig) }),
      ports: (base, rig) => ({ casting: allowedCasting(this.deps(rig), base.casting as Casting) }),
    });
  }

  private agent(rig: ConversationRig): Agent {
    return { ...rig.agent(), owner: "usr_bob", audience: this.isOpen ? [ANN.owner] : [] };
  }

  private deps(rig: ConversationRig): Parameters<typeof allowedCasting>[0] {
    const agent = () => this.agent(rig);
    const anew = async () => {
      this.readsAnew += 1;
      return agent();
    };
    return {
      people: { get: () => ANN, anew: async () => ANN, known: () => ANN },
      agents: { sure: agent, known: agent, anew },
      rooms: { get: () => undefined, anew: async () => undefined, known: () => undefined },
    };
  }
}

const slow = (rig: ConversationRig) =>
  defineTool({
    name: "look",
    description: "",
    schema: z.object({}),
    effect: "read",
    reach: "inside",
    run: () => rig.machine.sleep(2_000).then(() => trustedResult("found")),
  });

describe("a turn whose agent is closed to who speaks", () => {
  it("ends with words that say what to do, keeps what was said, and asks no model", async () => {
    const closing = new Closing({ model: () => says("Hello.") });
    const { rig } = closing;
    await rig.say("One");
    await rig.pass();
    expect(closing.readsAnew).toBe(0);
    closing.isOpen = false;
    await rig.say("Two");
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: Hello.", "user: Two", TOLD]);
    expect(JSON.stringify(rig.messages().at(-1)?.parts)).toContain("choose another agent");
    expect(rig.requests).toHaveLength(1);
    expect(rig.messages().at(-1)?.cost_usd).toBe(0);
    closing.isOpen = true;
    await rig.say("Three");
    await rig.pass();
    expect(rig.said().at(-1)).toBe("assistant: Hello.");
  });

  it("does not go on after the answer that it waited for", async () => {
    const question = ["c1", "ask_user", { question: "Red or blue?", options: [] }] as [
      string,
      string,
      unknown,
    ];
    const closing = new Closing({
      model: (request) => (rounds(request) === 0 ? calls(question) : says("So.")),
      tools: () => [askUserTool],
    });
    const { rig } = closing;
    await rig.say("Paint it");
    await rig.pass();
    closing.isOpen = false;
    await rig.answer("c1", "red");
    await rig.pass();
    expect(rig.said().at(-1)).toContain("(failed)");
    expect(rig.requests).toHaveLength(1);
  });

  it("takes in nothing that is said once it was closed: that has a turn of its own, which is refused", async () => {
    const closing = new Closing({
      model: (request) => (rounds(request) === 0 ? calls(["c1", "look", {}]) : says("Found.")),
      tools: (rig) => [slow(rig)],
    });
    const { rig } = closing;
    await rig.say("One");
    await rig.pass(1_000);
    closing.isOpen = false;
    await rig.say("Two");
    await rig.pass();
    expect(rig.said()).toEqual(["user: One", "assistant: Found.", "user: Two", TOLD]);
    expect(rig.requests).toHaveLength(2);
  });

  it("does not go on in another life of its object", async () => {
    const closing = new Closing({
      model: (request) => (rounds(request) === 0 ? calls(["c1", "look", {}]) : says("Found.")),
      tools: (rig) => [slow(rig)],
    });
    const { rig } = closing;
    await rig.say("One");
    await rig.pass(1_000);
    closing.isOpen = false;
    rig.machine.kill();
    await rig.pass(20_000);
    expect(rig.said().at(-1)).toContain("(failed)");
    expect(rig.requests).toHaveLength(1);
  });
});
