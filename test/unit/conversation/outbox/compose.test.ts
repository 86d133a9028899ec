import { describe, expect, test } from "vitest";
import { withoutHowToDecide } from "../../../../durable-objects/conversation/outbox/buttons/outcome.ts";
import { draftOfEnd, draftOfPark } from "../../../../durable-objects/conversation/outbox/compose.ts";
import type { StepRecord } from "../../../../src/agent/turn.ts";
import type { ChannelPort } from "../../../../src/channels/channel.ts";
import { type CallId, trustId } from "../../../../src/domain/ids.ts";
import { type MediaPart, NO_USAGE, type Part } from "../../../../src/domain/message.ts";
import { loadWords } from "../../../../src/domain/text/translated/in-language.ts";
import { createTestChannel } from "../../../support/test-channel/channel.ts";

const port: ChannelPort = createTestChannel({ name: "telegram", limits: { text_length: 200 } });
const DONE = { status: "completed" as const, parts: [] };
const text = (words: string): Part => ({ type: "text", text: words });
const call: Part = { type: "tool_call", call_id: trustId("call_000000"), name: "think", input: {} };
const picture: MediaPart = { type: "image", file_id: "fil_1", media_type: "image/png", name: "owl.png" };
const song: MediaPart = { type: "audio", file_id: "fil_2", media_type: "audio/mpeg" };

const PLACE = { conversation_id: trustId<"cnv">("cnv_1"), turn_id: trustId<"trn">("trn_1") };

describe("an answer", () => {
  test("is its words, those before and after a tool apart", () => {
    expect(
      draftOfEnd({ parts: [text("Let me see."), call, text("It rains.")], deliveredSoFar: 0, port }, DONE),
    ).toEqual({
      kind: "reply",
      chunks: [{ type: "text", text: "Let me see.\n\nIt rains." }],
      texts: 2,
    });
  });

  test("is said by name where several speak, once, and not aloud", () => {
    const loud = createTestChannel({ name: "telegram", limits: { text_length: 200, media: ["audio"] } });
    const saying = { parts: [text("Come in."), text("Sit.")], port: loud, speaker: "Bart" };
    const draft = draftOfEnd({ ...saying, deliveredSoFar: 0, aloud: { voice: null } }, DONE);
    expect(draft?.chunks.at(-2)).toEqual({ type: "text", text: "**Bart:** Come in.\n\nSit." });
    expect(JSON.stringify(draft?.chunks.at(-1))).not.toContain("Bart");
    expect(draftOfEnd({ ...saying, deliveredSoFar: 1 }, DONE)?.chunks).toEqual([
      { type: "text", text: "Sit." },
    ]);
  });

  test("leaves out what was carried when the turn waited", () => {
    expect(
      draftOfEnd({ parts: [text("Which?"), call, text("That one.")], deliveredSoFar: 1, port }, DONE)?.chunks,
    ).toEqual([{ type: "text", text: "That one." }]);
  });

  test("has its files in their place, and names those that the channel cannot take", () => {
    const draft = draftOfEnd(
      { parts: [text("Look:"), picture, song, text("Nice?")], deliveredSoFar: 0, port },
      DONE,
    );
    expect(draft?.chunks).toEqual([
      { type: "text", text: "Look:" },
      { type: "media", media: picture },
      { type: "text", text: "[Recording: fil_2, kept in the conversation]\n\nNice?" },
    ]);
  });

  test("lists each of its sources once", () => {
    const cite = (url: string, title: string): Part => ({ type: "citation", index: 1, url, title });
    const parts = [
      text("So it is."),
      cite("https://a.example", "A"),
      cite("https://b.example", ""),
      cite("https://a.example", "A"),
    ];
    expect(draftOfEnd({ parts, deliveredSoFar: 0, port }, DONE)?.chunks).toEqual([
      {
        type: "text",
        text: "So it is.\n\nSources:\n1. [A](https://a.example)\n2. [https://b.example](https://b.example)",
      },
    ]);
  });

  test("lists what was read by the numbers in its text, and links to the web alone", () => {
    const cited = (index: number, url: string, title: string): Part => {
      return { type: "citation", index, url, title, source_id: title, quote: "Words." };
    };
    const parts = [
      text("Both say so [2][5][2]."),
      cited(2, "https://a.example", "A"),
      cited(5, "notes/b.md", "b.md"),
      cited(2, "https://a.example", "A"),
    ];
    expect(draftOfEnd({ parts, deliveredSoFar: 0, port }, DONE)?.chunks).toEqual([
      { type: "text", text: "Both say so [2][5][2].\n\nSources:\n[2] [A](https://a.example)\n[5] b.md" },
    ]);
  });

  test("that says nothing is not carried", () => {
    expect(draftOfEnd({ parts: [call, text("  ")], deliveredSoFar: 0, port }, DONE)).toBeUndefined();
  });

  test("says why it was stopped or failed", () => {
    const halted = { status: "halted" as const, parts: [], reason: "Stopped." };
    expect(draftOfEnd({ parts: [text("It")], deliveredSoFar: 0, port }, halted)).toMatchObject({
      kind: "reply",
      chunks: [{ text: "It\n\nStopped." }],
    });
    const failed = {
      status: "failed" as const,
      parts: [],
      error: "api_fail" as const,
      reason: "No answer.",
      retryable: true,
    };
    expect(draftOfEnd({ parts: [], deliveredSoFar: 0, port }, failed)).toMatchObject({
      kind: "failure",
      chunks: [{ text: "No answer." }],
    });
  });

  test("of a book's length ends with where the rest is", () => {
    const book = Array.from({ length: 200 }, (_, index) => `${index} ${"word ".repeat(30)}`).join("\n\n");
    const chunks = draftOfEnd({ parts: [text(book)], deliveredSoFar: 0, port }, DONE)?.chunks ?? [];
    expect(chunks).toHaveLength(50);
    expect(chunks.at(-1)).toEqual({
      type: "text",
      text: "The answer goes on: read the rest in the web app.",
    });
  });

  test("stays whole while the channel is not set up", () => {
    expect(
      draftOfEnd({ parts: [text("x ".repeat(500))], deliveredSoFar: 0, port: undefined }, DONE)?.chunks,
    ).toHaveLength(1);
  });
});

describe("a turn that waits", () => {
  const id = trustId("call_000001") as CallId;

  function step(calls: StepRecord["calls"]): StepRecord {
    const reply = {
      step: 1,
      blocks: [],
      calls: [],
      citations: [],
      finish: "tool_calls" as const,
      model: "a/b",
      usage: NO_USAGE,
      cost_usd: 0,
    };
    return { reply, calls };
  }

  test("carries what was said, and the question with its choices", () => {
    const parked = { kind: "question" as const, question: "Tea?", options: ["Yes", "No"] };
    const draft = draftOfPark({ parts: [text("Hm."), call], deliveredSoFar: 0, port }, [
      step([{ state: "parked", call_id: id, parked }]),
    ]);
    expect(draft).toEqual({
      kind: "question",
      chunks: [
        { type: "text", text: "Hm." },
        {
          type: "text",
          text: "Tea?\n\n1. Yes\n2. No",
          prompt: {
            call_id: id,
            kind: "question",
            options: [
              { label: "Yes", value: "Yes" },
              { label: "No", value: "No" },
            ],
          },
        },
      ],
      texts: 1,
    });
  });

  test("says below several calls that one word decides about all of them", () => {
    const approval = { kind: "approval" as const, tool: "pay", input: {}, reason: "It asks.", agent: "ada" };
    const draft = draftOfPark({ parts: [], deliveredSoFar: 0, port }, [
      step([
        { state: "parked", call_id: id, parked: approval },
        { state: "parked", call_id: trustId<"call">("call_2"), parked: approval },
      ]),
    ]);
    expect(draft?.chunks).toHaveLength(3);
    expect(draft?.chunks.at(-1)).toEqual({
      type: "text",
      text: "2 calls wait for you. Answer **allow all** or **deny all** to decide about all of them.",
    });
  });

  test("does not ask again what is answered already", () => {
    const parked = { kind: "question" as const, question: "Tea?", options: [] };
    const records: StepRecord["calls"] = [
      { state: "parked", call_id: id, parked },
      { state: "approved", call_id: id },
    ];
    expect(draftOfPark({ parts: [], deliveredSoFar: 0, port }, [step(records)])).toBeUndefined();
  });

  test("for a child says only what it said", () => {
    const parked = { kind: "child" as const, conversation_id: trustId<"cnv">("cnv_000000") };
    const steps = [step([{ state: "parked", call_id: id, parked }])];
    expect(draftOfPark({ parts: [text("I asked Ada.")], deliveredSoFar: 0, port }, steps)?.kind).toBe(
      "reply",
    );
    expect(draftOfPark({ parts: [], deliveredSoFar: 0, port }, steps)).toBeUndefined();
  });
});

test("what Nightjar itself says is in the language of the place, and the agent's words stay", async () => {
  await loadWords("de");
  const saying = { parts: [text("Stopped.")], deliveredSoFar: 0, port: undefined, language: "de" as const };
  const halted = { status: "halted" as const, reason: "Nothing was running.", parts: [] };
  expect(draftOfEnd(saying, halted)?.chunks).toEqual([{ type: "text", text: "Stopped.\n\nEs lief nichts." }]);
  const parked = {
    kind: "approval" as const,
    tool: "web_fetch",
    input: { url: "https://example.com", now: true },
    reason: "It asks.",
    agent: "ada",
    grant: { to: [], scopes: ["task" as const], after_reading: false, place: PLACE, time_zone: null },
  };
  const reply = {
    ...{ step: 1, blocks: [], calls: [], citations: [], finish: "tool_calls" as const },
    ...{ model: "a/b", usage: NO_USAGE, cost_usd: 0 },
  };
  const calls = [{ state: "parked" as const, call_id: trustId<"call">("call_1"), parked }];
  const [, asked] = draftOfPark(saying, [{ reply, calls }])?.chunks ?? [];
  expect(asked).toMatchObject({
    text: [
      "Darf ich **Seite lesen** benutzen? It asks.",
      "- Url: `https://example.com`\n- Now: ja",
      "Länger erlaubt, fragt der Agent bei solchen Aufrufen nicht mehr.",
      "Antworte mit **erlauben**, **für diese Aufgabe** oder **ablehnen**.",
    ].join("\n\n"),
    prompt: {
      options: [
        { label: "Einmal erlauben", value: "allow_once" },
        { label: "Für diese Aufgabe", value: "allow_task" },
        { label: "Ablehnen", value: "deny" },
      ],
    },
  });
  expect(withoutHowToDecide((asked as { text: string }).text)).toMatch(/nicht mehr\.$/);
});
