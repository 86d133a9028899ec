import { expect, test } from "vitest";
import { linesOfInput, linesOfJson, withLocalTimes } from "../../../../web/chat/answer/ask-words.ts";

test("times are shown by the clock of whoever reads", () => {
  const shown = withLocalTimes("It would wake the agent at 2026-11-25T09:00:00.000Z.");
  const day = new Date("2026-11-25T09:00:00Z").toLocaleDateString(undefined, {
    day: "numeric",
    month: "short",
  });
  expect(shown).not.toContain("T09:00");
  expect(shown).toContain(day.split(" ")[0]);
  expect(shown).toMatch(/2026.*\.$/);
  expect(withLocalTimes("on 2026-11-25, at 9")).toBe("on 2026-11-25, at 9");
  expect(withLocalTimes("9999-99-99T99:99:00Z")).toBe("9999-99-99T99:99:00Z");
});

test("what it is about is said in lines: plain values by their names, cut where they are long", () => {
  const input = {
    send_to: "Eve",
    urgent: true,
    times: 3,
    more: { deep: 1 },
    text: "x".repeat(900),
    none: "",
  };
  const lines = linesOfInput(input);
  expect(lines.slice(0, 3)).toEqual([
    ["Send to", "Eve"],
    ["Urgent", "yes"],
    ["Times", "3"],
  ]);
  expect(lines.map(([name]) => name)).toEqual(["Send to", "Urgent", "Times", "Text"]);
  expect(lines[3]?.[1].length).toBeLessThan(310);
});

test("what is no object has no lines", () => {
  for (const input of [null, "x", [1], 3]) expect(linesOfInput(input)).toEqual([]);
});

test("JSON is said in the same lines, and what is cut in the middle in none", () => {
  expect(linesOfJson('{"send_to":"Eve"}')).toEqual([["Send to", "Eve"]]);
  expect(linesOfJson('{"send_to":"Ev…')).toEqual([]);
});
