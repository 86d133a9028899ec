import { expect, test } from "vitest";
import { helpIn } from "../../../src/providers/offline/answer.ts";

test("where somebody may be in danger, the help that the room names is told", () => {
  const told = helpIn(
    "Now: Monday. Whoever spoke last may be in danger. Help: [default: Call 112. | DE: Ruf 116 123 an.] Their name: Ada.",
  );
  expect(told).toContain("- default: Call 112.\n- DE: Ruf 116 123 an.");
  expect(told).not.toContain("Ada");
});

test("nowhere else, whatever the words are", () => {
  expect(helpIn("Now: Monday. Help: [me with my homework]")).toBeUndefined();
  expect(helpIn("Whoever spoke last may be in danger.")).toBeUndefined();
});
