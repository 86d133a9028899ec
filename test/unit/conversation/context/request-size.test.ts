import { describe, expect, test } from "vitest";
import { contextView } from "../../../../durable-objects/conversation/views/context.ts";
import { sizeOfRequest } from "../../../../src/agent/compact/request-size.ts";
import { RECALLED_MEMORY, STANDING_MEMORY } from "../../../../src/agent/context/memory-headings.ts";
import { talk } from "./talk.ts";

/** 100 tokens. */
const TEXT = "x".repeat(400);

describe("the size of a request", () => {
  test("is told part by part, and all of it is in one of them", () => {
    const standing = `${STANDING_MEMORY}\n${TEXT}`;
    const size = sizeOfRequest({
      system: [
        { tier: "stable", text: `You are Ada.\n\n# SOUL.md\n\n${TEXT}\n\nRules:\n${TEXT}` },
        { tier: "semi-stable", text: [standing, `# MEMORY.md\n\n${TEXT}`, TEXT].join("\n\n") },
      ],
      sections: [standing, `# MEMORY.md\n\n${TEXT}`],
      file_names: ["SOUL.md", "MEMORY.md"],
      dynamic: `<context>\nNow.\n${RECALLED_MEMORY}\n${TEXT}</context>`,
      tools: [],
      summary: TEXT,
      messages: 1_000,
      attached: 300,
    });
    expect(size.memory).toBeGreaterThan(200);
    expect(size.memory).toBeLessThan(220);
    expect(size.files).toBeGreaterThan(500);
    expect(size.files).toBeLessThan(520);
    expect(size.summary).toBe(100);
    expect(size.conversation).toBe(700);
    expect(size.system).toBeGreaterThan(100);
    expect(size.system).toBeLessThan(130);
  });
});

describe("the context of a conversation", () => {
  test("is nothing before the first answer", () => {
    expect(contextView(talk().store)).toEqual({ request: null, compacted: null });
  });

  test("is that of the last request, and grows with the conversation", async () => {
    const open = talk({ window: 50_000 });
    await open.say(TEXT);
    const first = contextView(open.store).request;
    await open.say(TEXT);
    const second = contextView(open.store).request;
    expect(first).toMatchObject({ model: "test/large", window: 50_000, is_counted: false });
    const said = (request: typeof first) =>
      request?.parts.find(({ part }) => part === "conversation")?.tokens ?? 0;
    expect(said(first)).toBeGreaterThan(100);
    expect(said(second)).toBeGreaterThan(said(first) + 100);
  });

  test("says that the older part was summarised since, until the next request", async () => {
    const open = talk();
    for (const word of ["One.", "Two.", "Three."]) await open.say(`${word} ${TEXT}`);
    const outcome = open.awake.compaction.compact();
    await open.pass();
    expect(await outcome).toMatchObject({ status: "compacted" });
    expect(contextView(open.store).compacted).toMatchObject({ messages: 4 });
    await open.say("Four.");
    const view = contextView(open.store);
    expect(view.compacted).toBeNull();
    expect(view.request?.parts.find(({ part }) => part === "summary")?.tokens).toBeGreaterThan(0);
  });
});
