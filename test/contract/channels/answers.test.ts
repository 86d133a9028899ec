/**
 * What holds of every answer on every channel: within the limits, nothing lost, in order. `MARKDOWN_ANSWERS` says how many
 * are tried.
 */
import { describe, expect, test } from "vitest";
import { readable } from "../../../durable-objects/conversation/outbox/preview/close-markdown.ts";
import type { ChannelPort } from "../../../src/channels/channel.ts";
import { splitText } from "../../../src/channels/split.ts";
import { contracted, opened } from "./channels.ts";
import { randomMarkdown } from "./random-markdown.ts";

const COUNT = Number(process.env["MARKDOWN_ANSWERS"] ?? 40);
const ANSWERS = Array.from({ length: COUNT }, (_, seed) => randomMarkdown(seed));
const CHANNELS = (await contracted()).filter(({ fixture }) => fixture !== undefined);
const TIMEOUT_MS = 20_000 + COUNT * 1_000;

describe.each(CHANNELS)("$name", (channel) => {
  const port = opened(channel);
  const chunks = ANSWERS.map((answer) => chunksOf(port, answer));

  test(
    "each message of a random answer is within the limit once it is rendered, and none is empty",
    () => {
      for (const [seed, texts] of chunks.entries())
        for (const text of texts) {
          const { length } = port.render(text);
          expect(length, `answer ${seed}: ${text.slice(0, 200)}`).toBeLessThanOrEqual(
            port.limits.text_length,
          );
          expect(text.trim(), `answer ${seed}`).not.toBe("");
        }
    },
    TIMEOUT_MS,
  );

  test("nothing is lost, and all stays in order", () => {
    for (const [seed, texts] of chunks.entries())
      expect(bare(texts.join("\n")), `answer ${seed}`).toBe(bare(ANSWERS[seed] ?? ""));
  });

  test("rendering keeps each word in its place", () => {
    for (const [seed, texts] of chunks.entries())
      for (const text of texts)
        expect(wordsIn(port.render(text)), `answer ${seed}: ${text.slice(0, 200)}`).toEqual(wordsIn(text));
  });

  test("no message ends within a character or a code block", () => {
    for (const [seed, texts] of chunks.entries())
      for (const text of texts) {
        expect(text.isWellFormed() && port.render(text).isWellFormed(), `answer ${seed}`).toBe(true);
        expect(openFence(text), `answer ${seed}: ${text.slice(0, 200)}`).toBeUndefined();
      }
  });

  test("whatever is written of it so far can be shown: within the limit, whole characters, code closed", () => {
    for (const [seed, answer] of ANSWERS.entries())
      for (const share of [0.03, 0.1, 0.2, 0.5]) {
        const written = answer.slice(0, Math.min(Math.ceil(answer.length * share), port.limits.text_length));
        const shown = readable(chunksOf(port, written)[0] ?? "", port);
        expect(port.render(shown).length, `answer ${seed}`).toBeLessThanOrEqual(port.limits.text_length);
        expect(shown.isWellFormed() && port.render(shown).isWellFormed(), `answer ${seed}`).toBe(true);
        expect(openFence(shown), `answer ${seed}: ${shown.slice(-200)}`).toBeUndefined();
      }
  });

  test("an answer that is nothing but marks, or unfinished, is rendered without complaint", () => {
    for (const text of [
      "",
      "*",
      "**",
      "```",
      "~~~ts\nopen",
      "[a](",
      "![",
      "|",
      "> ",
      "\\",
      "`",
      "# ",
      "<",
      "&",
      "\ud83d",
    ])
      expect(typeof port.render(text)).toBe("string");
  });
});

/** As the outbox cuts it. */
function chunksOf(port: ChannelPort, answer: string): string[] {
  return splitText(answer, { limit: port.limits.text_length, length: (part) => port.render(part).length });
}

/** Without what cutting adds or takes: blanks, the lines that open and close code, and heads of tables, said again. */
function bare(markdown: string): string {
  return markdown
    .replace(/^ {0,3}(?:`{3,}|~{3,}).*$/gm, "")
    .replace(/\s+/g, "")
    .replaceAll("|what|how||---|---:|", "");
}

function wordsIn(text: string): string[] {
  return text.match(/zq\d+qz/g) ?? [];
}

/** The mark of a code block that is not closed. */
function openFence(markdown: string): string | undefined {
  let open: string | undefined;
  for (const line of markdown.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) continue;
    if (open === undefined) open = mark;
    else if (mark.startsWith(open) && line.trim() === mark) open = undefined;
  }
  return open;
}
