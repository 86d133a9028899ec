import { describe, expect, it } from "vitest";
import type { Cast, CastRequest } from "../../../../durable-objects/conversation/context/casting.ts";
import { AGENT_DEFAULTS, type Agent } from "../../../../src/domain/agent.ts";
import { thinkTool } from "../../../../src/tools/think.ts";
import { CHAT, ConversationRig, calls, finish, rounds, says, text } from "../../../support/machine/rig.ts";

const HOST: Agent = {
  ...AGENT_DEFAULTS,
  slug: "host",
  name: "Host",
  role: "",
  instructions: "Welcome everybody.",
  models: ["acme/large"],
  version: 1,
};

/** A room's way to decide, which notes what it was asked. */
function room(part: Partial<Cast> = {}, asked: CastRequest[] = []) {
  return {
    casting: {
      async cast(request: CastRequest): Promise<Cast> {
        asked.push(request);
        const { tools: rules, limits } = HOST;
        const plain = { agent: HOST, models: ["acme/small"], sections: () => [], rules, limits };
        return { ...plain, framing: "You are in a room.", steering: "next_turn", notices: [], ...part };
      },
    },
  };
}

describe("who answers a turn", () => {
  it("is asked once, with who was named and what was said last", async () => {
    const asked: CastRequest[] = [];
    const rig = new ConversationRig({ ports: () => room({}, asked) });
    await rig.say("Hello", "client:1", CHAT);
    await rig.pass();
    expect(asked.map(({ turn, recent }) => [turn.agent, turn.source, recent().length])).toEqual([
      [null, CHAT, 1],
    ]);
    expect(rig.messages().at(-1)).toMatchObject({ agent: "host", author: "Host" });
  });

  it("gives the model, the sections and the framing", async () => {
    const rig = new ConversationRig({ ports: () => room({ sections: () => ["The rules of the room."] }) });
    await rig.say("Hello");
    await rig.pass();
    const [request] = rig.requests;
    expect(request?.model).toBe("acme/small");
    expect(JSON.stringify(request?.system)).toContain("The rules of the room.");
    expect(JSON.stringify(request?.messages)).toContain("You are in a room.");
  });

  it("is told before anything else of the turn, with its notices", async () => {
    const rig = new ConversationRig({ ports: () => room({ notices: ["The router did not answer."] }) });
    await rig.reader.connect();
    await rig.say("Hello");
    await rig.pass();
    const told = rig.reader.events.filter(({ type }) => type !== "message" && type !== "title");
    expect(told.slice(0, 2)).toMatchObject([
      { type: "turn_start", agent: "host", model: "acme/small" },
      { type: "notice", text: "The router did not answer." },
    ]);
  });

  it("limits how long the turn goes on, and what it may use", async () => {
    const rig = new ConversationRig({
      ports: () =>
        room({
          limits: { ...AGENT_DEFAULTS.limits, max_steps: 1, max_output_tokens: 200 },
          rules: { think: "deny" },
        }),
      tools: () => [thinkTool],
      model: (request) => (rounds(request) === 0 ? calls(["c1", "think", { thought: "so" }]) : says("Done.")),
    });
    await rig.say("Look");
    await rig.pass();
    expect(rig.requests).toMatchObject([
      { max_output_tokens: 200 },
      { max_output_tokens: 200, tool_choice: "none" },
    ]);
    const parts = rig.messages().at(-1)?.parts ?? [];
    expect(parts).toContainEqual(expect.objectContaining({ type: "tool_result", is_error: true }));
  });

  it("is stopped with the turn, and decides nothing any more", async () => {
    const signals: AbortSignal[] = [];
    const rig = new ConversationRig({
      ports: () => ({
        casting: {
          cast: (_request, wanted) => {
            signals.push(wanted);
            return new Promise(() => undefined);
          },
        },
      }),
      model: () => [text("never"), finish()],
    });
    await rig.say("Hello");
    await rig.pass(1_000);
    await rig.halt();
    await rig.pass(1_000);
    expect(rig.said()).toEqual(["user: Hello", "assistant:  (halted)"]);
    expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
  });
});
