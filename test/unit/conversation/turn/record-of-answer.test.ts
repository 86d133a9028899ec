/** What an answer keeps of how it was made: by whom, how long it took, what was recalled and used for it. */
import { describe, expect, it } from "vitest";
import type { Message } from "../../../../src/domain/message.ts";
import { askUserTool } from "../../../../src/tools/ask-user.ts";
import {
  ANN,
  ConversationRig,
  calls,
  finish,
  type Move,
  type RigOptions,
  rounds,
  says,
  text,
  WEB,
  wait,
} from "../../../support/machine/rig.ts";

const MEMORY = { id: "mem_1", text: "Ann likes tea.", source: "facts" };

const remembering: NonNullable<RigOptions["ports"]> = () => ({
  recall: {
    recall: async () => [{ ...MEMORY, score: 1 }],
    standing: async () => ({ lines: [] }),
    wishes: () => [],
  },
});

function by(model: string): Move[] {
  return [text("Tea."), { ...finish(), model } as Move];
}

/** As whoever opens the conversation later reads it. */
function reread(rig: ConversationRig): Message | undefined {
  rig.store.transcript.forget();
  return rig.messages().at(-1);
}

describe("a stored answer", () => {
  it("names the model that gave it, how long it took, what it used and what was recalled for it", async () => {
    const rig = new ConversationRig({ model: () => [wait(1_500), ...by("acme/two")], ports: remembering });
    await rig.say("What do I drink?");
    await rig.pass();
    const usage = { input_tokens: 10, output_tokens: 5, cache_read_tokens: 0, cache_write_tokens: 0 };
    const made = { model: "acme/two", usage, cost_usd: 0.01, recalled: [MEMORY] };
    expect(reread(rig)).toMatchObject({ status: "complete", ...made });
    expect(reread(rig)?.duration_ms).toBeGreaterThanOrEqual(1_500);
  });

  it("keeps what was recalled before it waited for a person", async () => {
    const rig = new ConversationRig({
      model: (request) =>
        rounds(request) === 0 ? calls(["c1", "ask_user", { question: "Which?" }]) : says("Green."),
      tools: () => [askUserTool],
      ports: remembering,
    });
    await rig.say("Tea?");
    await rig.pass();
    const [waiting] = rig.store.turns.open();
    rig.store.transcript.forget();
    const partial = waiting && rig.store.transcript.get(waiting.answer_id);
    expect(partial).toMatchObject({ status: "partial", model: "acme/one", recalled: [MEMORY] });
    await rig.answer("c1", "the green one");
    await rig.pass();
    expect(reread(rig)).toMatchObject({ status: "complete", recalled: [MEMORY] });
  });

  it("that nothing was recalled for, and a person's words, say nothing of it", async () => {
    const rig = new ConversationRig();
    await rig.say("Hello");
    await rig.pass();
    expect(reread(rig)).not.toHaveProperty("recalled");
    expect(rig.messages()[0]).not.toHaveProperty("model");
    expect(rig.messages()[0]).not.toHaveProperty("duration_ms");
  });

  it("that was stopped before its provider said what it took has an estimate, booked as one", async () => {
    const rig = new ConversationRig({
      model: () => [text("Once upon a time "), wait(60_000)],
      ports: (base) => ({ model: { ...base.model, estimate: () => 0.5 } }),
    });
    await rig.say("Tell me");
    await rig.pass(2_000);
    await rig.halt();
    await rig.pass();
    const stopped = reread(rig);
    expect(stopped).toMatchObject({ status: "halted", model: "acme/one", cost_usd: 0.5 });
    expect(stopped?.usage?.output_tokens).toBe(5);
    expect(stopped?.usage?.input_tokens).toBeGreaterThan(0);
    expect(JSON.stringify(rig.flushed)).toContain('"purpose":"interrupted"');
  });

  it("that was stopped before a word of it came has used nothing that anybody knows of", async () => {
    const rig = new ConversationRig({ model: () => [wait(60_000)] });
    await rig.say("Tell me");
    await rig.pass(2_000);
    await rig.halt();
    await rig.pass();
    expect(reread(rig)?.usage).toMatchObject({ input_tokens: 0, output_tokens: 0 });
    expect(JSON.stringify(rig.flushed)).not.toContain("interrupted");
  });
});

describe("the start of a turn", () => {
  it("names the first model of the chain that can be called", async () => {
    const rig = new ConversationRig({
      ports: (base) => ({ model: { ...base.model, firstConnected: () => "acme/two" } }),
    });
    await rig.reader.connect();
    await rig.say("Hello");
    await rig.pass();
    expect(rig.reader.events.find(({ type }) => type === "turn_start")).toMatchObject({ model: "acme/two" });
  });
});

describe("a wish to answer again", () => {
  it("keeps the agent, the model and the mode that were chosen for the words", async () => {
    const rig = new ConversationRig({ model: () => says("Hm.") });
    const parts = [{ type: "text" as const, text: "Hello" }];
    const chosen = { agent: "owl", model: "acme/three", mode: "plan" };
    await rig.receive({
      type: "user_message",
      key: "m1",
      source: WEB,
      actor: ANN,
      parts,
      ...chosen,
    } as never);
    await rig.pass();
    const answer = rig.messages().at(-1);
    const command = { name: "regenerate" as const, message_id: answer?.id as never };
    await rig.receive({ type: "command", key: "r1", source: WEB, command });
    await rig.pass();
    expect(rig.store.turns.page(null, 1)).toMatchObject([chosen]);
    expect(rig.requests.map(({ model }) => model)).toEqual(["acme/three", "acme/three"]);
  });
});
