import { expect, test } from "vitest";
import { withLocalTimes } from "../../../../web/chat/answer/ask-words.ts";

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
