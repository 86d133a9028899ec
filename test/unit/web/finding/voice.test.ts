import { expect, it } from "vitest";
import { spokenWords } from "../../../../web/chat/voice/spoken-words.ts";

it("an answer is read aloud as one would say it", () => {
  const answer =
    "## Plan\n\n1. Take the **ferry** ([times](https://x.invalid/a_b)).\n- Then `walk`.\n\n```js\ncode()\n```\nDone";
  expect(spokenWords(answer)).toBe(
    "Plan.\n1. Take the ferry (times).\nThen walk.\nCode in JavaScript, 1 line.\nDone.",
  );
  expect(spokenWords("```\nnever closed")).toBe("Code, 1 line.");
});
