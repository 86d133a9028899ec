import { expect, it } from "vitest";
import { spokenWords } from "../../../../web/chat/voice/spoken-words.ts";

it("an answer is read aloud as one would say it", () => {
  const answer =
    "## Plan\n\n1. Take the **ferry** ([times](https://x.invalid/a_b)).\n- Then `walk`.\n\n```js\ncode()\n```\nDone";
  expect(spokenWords(answer)).toBe("Plan Take the ferry (times). Then walk. Done");
  expect(spokenWords("```\nnever closed")).toBe("");
});
