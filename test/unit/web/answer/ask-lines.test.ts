/** A card's lines: everything that the call is given, each value with the place from which it came. */
import { expect, test } from "vitest";
import type { ArgumentOrigin } from "../../../../src/domain/provenance/provenance.ts";
import { askLines, askLinesOfJson } from "../../../../web/chat/answer/ask-lines.ts";

test("values stand by their names as words, what is empty does not, and a long text is whole", () => {
  const input = { send_to: "Eve", urgent: true, times: 3, text: "x".repeat(900), none: "" };
  const lines = askLines(input).map(({ label, value }) => [label, value]);
  expect(lines).toEqual([
    ["Send to", "Eve"],
    ["Urgent", "yes"],
    ["Times", "3"],
    ["Text", "x".repeat(900)],
  ]);
});

test("lists and records are shown one by one, so that nobody it goes to is hidden", () => {
  const lines = askLines({ to: [{ email: "ann@a.example" }, { email: "eve@e.example" }], tags: ["a"] });
  expect(lines.map(({ path, label, depth, value }) => [path, label, depth, value])).toEqual([
    ["to", "To", 0, ""],
    ["to[0]", "1.", 1, ""],
    ["to[0].email", "Email", 2, "ann@a.example"],
    ["to[1]", "2.", 1, ""],
    ["to[1].email", "Email", 2, "eve@e.example"],
    ["tags", "Tags", 0, ""],
    ["tags[0]", "1.", 1, "a"],
  ]);
});

test("an argument's origin stands at its path, and an address inside a text at that text", () => {
  const at = (path: string, value: string): ArgumentOrigin => ({
    ...{ path, kind: "address", value, origin: { from: "text" }, is_clean: false },
  });
  const provenance = [at("body", "a.example"), at("body", "b.example"), at("", "send")];
  const [to, body] = askLines({ to: "Eve", body: "See a.example and b.example" }, provenance);
  expect(to?.origins).toEqual([]);
  expect(body?.origins.map(({ value }) => value)).toEqual(["a.example", "b.example"]);
});

test("what is no object, or JSON that was cut off, has no lines", () => {
  for (const input of [null, "x", [1], 3]) expect(askLines(input)).toEqual([]);
  expect(askLinesOfJson('{"send_to":"Eve"}').map(({ value }) => value)).toEqual(["Eve"]);
  expect(askLinesOfJson('{"send_to":"Ev…')).toEqual([]);
});
