import { Marked } from "marked";
import { expect, test } from "vitest";
import { quickRules } from "../../../../web/markdown/quick.ts";

const TEXTS = [
  "Plain words, *strong*, _weak_, **both** and `code`.",
  "A heading\n===\n\nAnother\nof two lines\n  ---  \n\nnone\n\n---\n",
  "A heading\n=\nwords\n\n- a list\n  ===\n- b\n",
  "| a | b |\n| --- | --: |\n| 1 | 2 |\n\na | b\n:-: | -\n1 | 2\n\na\n-\n",
  "> quoted\n> more\nlazy\n\n   > deep\n\n    > code\n",
  "<div>\nhtml\n</div>\n\n words <b>bold</b> <!-- gone -->\n\n<!-- a -->\n",
  "[a]: https://example.org 'A'\n\nSee [a] and [b].\n\n  [b]: <x>\n",
  "- [x] done\n- [ ] open\n  > quoted in it\n  - deeper\n    | a |\n    | - |\n\n1. one\n   two\n   ---\n",
  "words\n***\nmore\n___\n* * *\n# Heading #\n***strong and weak*** a*b*c snake_case_word __init__\n",
  "~~~\ncode\n~~~\n\n```js\nlet a = 1;\n```\ntext\n    indented\n",
  "one\n \ntwo\n\t\nthree\n--\n--- x\n",
];

test("rules that are asked only where their sign is find what they always find", () => {
  const [usual, quick] = [new Marked({ gfm: true }), new Marked({ gfm: true, tokenizer: quickRules })];
  for (const text of TEXTS) expect(quick.lexer(text), text).toEqual(usual.lexer(text));
});

test("words without a sign of it ask none of the long rules", () => {
  const asked: string[] = [];
  const exec = RegExp.prototype.exec;
  RegExp.prototype.exec = function (text) {
    if (this.source.length > 500) asked.push(this.source);
    return exec.call(this, text);
  };
  try {
    new Marked({ gfm: true, tokenizer: quickRules }).lexer(
      "Plain words,\nof two lines.\n\nAnd more of them.",
    );
  } finally {
    RegExp.prototype.exec = exec;
  }
  // The one that finds a paragraph.
  expect(new Set(asked).size).toBe(1);
});
