import { describe, expect, test } from "vitest";
import type { PlainCastingDeps } from "../../../../durable-objects/conversation/context/casting.ts";
import type { ModelRequest } from "../../../../src/agent/ports/model.ts";
import { talk } from "./talk.ts";

function systemOf(request: ModelRequest | undefined): string {
  return request?.system.map(({ text }) => text).join("\n") ?? "";
}

function newestOf(request: ModelRequest | undefined): string {
  return JSON.stringify(request?.messages.at(-1));
}

function knowing(known: { lines: string[] }): Partial<PlainCastingDeps> {
  return { sections: () => [`What you always know:\n${known.lines.join("\n")}`] };
}

describe("what a conversation knows of the person", () => {
  test("stays the same in the prefix while a provider has it cached; what is new is told in the moment", async () => {
    const known = { lines: ["- likes tea"] };
    const conversation = talk({ cast: knowing(known) });
    await conversation.say("one");
    known.lines = ["- likes tea", "- lives in Oslo"];
    await conversation.say("two");
    const [first, second] = conversation.requests;
    expect(systemOf(second)).toBe(systemOf(first));
    expect(newestOf(second)).toContain("- new: lives in Oslo");
  });

  test("is in the prefix once nobody has the earlier one cached any more", async () => {
    const known = { lines: ["- likes tea"] };
    const conversation = talk({ cast: knowing(known) });
    await conversation.say("one");
    known.lines = ["- likes coffee"];
    await conversation.pass(6 * 60_000);
    await conversation.say("two");
    expect(systemOf(conversation.requests[1])).toContain("likes coffee");
    expect(newestOf(conversation.requests[1])).not.toContain("coffee");
  });

  test("keeps for as long as the lifetime that was set", async () => {
    const known = { lines: ["- likes tea"] };
    const conversation = talk({ cast: knowing(known), ports: { cacheLifetime: 3_600_000 } });
    await conversation.say("one");
    known.lines = ["- likes coffee"];
    await conversation.pass(30 * 60_000);
    await conversation.say("two");
    expect(systemOf(conversation.requests[1])).toContain("likes tea");
  });
});

describe("the files of the workspace", () => {
  const files = { read: async (_owner: string, name: string) => `I am ${name}.` };

  test("are those of a tier of the agent's own, where the message names one; another name ends the turn", async () => {
    const open = talk({ ports: { contextFiles: files }, context_tiers: { brief: ["BRIEF.md"] } });
    const say = async (tier: string) => {
      const source = { channel: "http" as const, sender: "ada" };
      const actor = { owner: "ada", role: "member" as const, name: "Ann" };
      const parts = [{ type: "text" as const, text: `Hello in ${tier}` }];
      open.awake.receive({ type: "user_message", key: tier, source, actor, parts, tier });
      await open.pass();
    };
    await say("brief");
    expect(systemOf(open.requests[0])).toContain("I am BRIEF.md.");
    expect(systemOf(open.requests[0])).not.toContain("SOUL.md");
    await say("secret");
    expect(open.requests).toHaveLength(1);
    const ended = JSON.stringify(open.events.at(-1));
    expect(ended).toContain('Nightjar has no context tier \\"secret\\". It has full, operational, brief');
  });

  test("are before the model as the tier of the turn says", async () => {
    const conversation = talk({ ports: { contextFiles: files } });
    await conversation.say("Hello");
    conversation.awake.receive({
      type: "notice",
      key: "beat",
      source: { channel: "system", sender: "schedule" },
      text: "It is time.",
    });
    await conversation.pass();
    const [person, system] = conversation.requests.map(systemOf);
    expect(person).toContain("I am MEMORY.md.");
    expect(person).not.toContain("HEARTBEAT.md");
    expect(system).toContain("I am HEARTBEAT.md.");
    expect(system).not.toContain("MEMORY.md");
    for (const text of [person, system]) expect(text).toContain("I am SOUL.md.");
    expect(newestOf(conversation.requests[1])).toContain("Your reply is not delivered");
  });

  test("do not hold a turn up when they cannot be read", async () => {
    const away = {
      read: async () => {
        throw new Error("away");
      },
    };
    const conversation = talk({ ports: { contextFiles: away } });
    await conversation.say("Hello");
    expect(conversation.requests).toHaveLength(1);
  });
});
