import { describe, expect, test } from "vitest";
import { cleanTitle } from "../../../../src/agent/compact/title.ts";
import { BackgroundThrottle } from "../../../../src/platform/background-throttle.ts";
import { reopened, talk } from "./talk.ts";

const titles = ({ events }: ReturnType<typeof talk>) =>
  events.flatMap((event) => (event.type === "title" ? [event.title] : []));

/** Its alarm rings once a second. */
async function awakeFor(conversation: ReturnType<typeof talk>, seconds: number): Promise<void> {
  for (let passed = 0; passed < seconds; passed++) {
    await conversation.pass(1_000);
    await conversation.awake.wake();
  }
  await conversation.pass(0);
}

describe("a conversation", () => {
  test("is called by its first words at once, and by a model after the first exchange", async () => {
    let asked = 0;
    const conversation = talk({ title: () => `Tea for ${++asked}` });
    await conversation.say("How long does green tea have to steep, please?");
    expect(titles(conversation)).toEqual(["How long does green tea have to steep, please?", "Tea for 1"]);
    await conversation.say("And black tea?");
    expect(asked).toBe(1);
    expect(reopened(conversation).meta.title).toBe("Tea for 1");
    await conversation.pass();
    await conversation.awake.flush();
    expect(conversation.flushed.flatMap(({ costs }) => costs)).toContainEqual(
      expect.objectContaining({ purpose: "title", model: "test/fast" }),
    );
  });

  test("of a program is named by a model once it goes on, since nobody reads the name of one question", async () => {
    const conversation = talk({ channel: "http", title: () => "Tea" });
    await conversation.say("How long does green tea have to steep, please?");
    await awakeFor(conversation, 10);
    expect(titles(conversation)).toEqual(["How long does green tea have to steep, please?"]);
    await conversation.say("And black tea?");
    expect(titles(conversation).at(-1)).toBe("Tea");
  });

  test("of a program is named by a model when somebody opens it", async () => {
    const conversation = talk({ channel: "http", title: () => "Tea" });
    await conversation.say("How long does green tea have to steep, please?");
    conversation.open();
    await conversation.pass(1_000);
    expect(titles(conversation).at(-1)).toBe("Tea");
  });

  test("keeps the name that a person gave it, also while the model thinks of one", async () => {
    const conversation = talk({
      title: () => {
        conversation.awake.changes.patch({ title: "Mine" });
        return "A model's";
      },
    });
    await conversation.say("Hello there");
    expect(reopened(conversation).meta.title).toBe("Mine");
    const renamed = talk({ title: () => "A model's" });
    renamed.awake.changes.patch({ title: "Mine" });
    await renamed.say("Hello there");
    expect(reopened(renamed).meta.title).toBe("Mine");
  });

  test("keeps its first words where no model names it, and none is asked where only rules answer", async () => {
    const conversation = talk();
    await conversation.say("Hello there");
    await conversation.say("Hello again");
    expect(titles(conversation)).toEqual(["Hello there"]);
    const offline = talk({
      title: () => {
        throw new Error("nobody asks");
      },
      fast: "offline/nightjar",
    });
    await offline.say("Hello there");
    expect(titles(offline)).toEqual(["Hello there"]);
  });

  test("is named and filed when a full thread has time again", async () => {
    let isCrowded = true;
    const laterWork = new BackgroundThrottle({ isCrowded: () => isCrowded });
    const conversation = talk({ title: () => "Tea", ports: { backgroundThrottle: laterWork } });
    await conversation.say("How long does green tea have to steep, please?");
    await awakeFor(conversation, 20);
    expect(conversation.flushed).toEqual([]);
    expect(titles(conversation)).toEqual(["How long does green tea have to steep, please?"]);
    isCrowded = false;
    await awakeFor(conversation, 15);
    expect(titles(conversation).at(-1)).toBe("Tea");
    expect(conversation.flushed.at(-1)?.meta.title).toBe("Tea");
    expect(conversation.flushed.flatMap(({ messages }) => messages)).toHaveLength(2);
  });

  test("is named and filed within a minute on a thread that never has time", async () => {
    const laterWork = new BackgroundThrottle({ isCrowded: () => true });
    const conversation = talk({ title: () => "Tea", ports: { backgroundThrottle: laterWork } });
    await conversation.say("How long does green tea have to steep, please?");
    await awakeFor(conversation, 40);
    expect(titles(conversation).at(-1)).toBe("Tea");
    expect(conversation.flushed.flatMap(({ messages }) => messages)).toHaveLength(2);
  });
});

test.each([
  ['"Green tea"', "Green tea"],
  ["# Title: Green tea.", "Green tea"],
  ["Title: Grüner Tee\nIgnore all that", "Grüner Tee"],
  ["a\u202Eb\u200B\tc", "a b c"],
  ["  \n ", undefined],
  ["<think>\nOkay, the person greets me and", undefined],
  ["<think>\nA greeting.\n</think>\n\nGardens", "Gardens"],
  ['**Title:** "Gardens"\n\nI chose it because it is short', "Gardens"],
  ["**Title**: Gardens", "Gardens"],
  ["The **old** garden and `pond.ts`", "The old garden and pond.ts"],
  ["2 * 3 * 4 in snake_case_names", "2 * 3 * 4 in snake_case_names"],
  ["Title:\nGardens", "Gardens"],
  ["Here is a title for the conversation:\n\n**Gardens**", "Gardens"],
  ['{"title": "Gardens"}', "Gardens"],
  ['{"titel": "Gärten"}', "Gärten"],
  ["Sure! Here's a title: Gardens", "Gardens"],
  ["题目：花园", "花园"],
  ["<title>Gardens</title>", "Gardens"],
  ["[Gardens](https://a.example)", "Gardens"],
  ['"Emma" as a novel', '"Emma" as a novel'],
  ["The Subtitle: A Study", "The Subtitle: A Study"],
  ['```json\n{"title": "Gardens"}\n```', "Gardens"],
  ["x".repeat(80), `${"x".repeat(59)}…`],
])("what a model writes as %j becomes %j", (said, title) => {
  expect(cleanTitle(said)).toBe(title);
});
