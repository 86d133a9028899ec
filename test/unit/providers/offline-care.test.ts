import { expect, test } from "vitest";
import { helpIn } from "../../../src/providers/offline/answer.ts";

test("where somebody may be in danger, the help that the room names is told", () => {
  const told = helpIn(
    "Now: Monday. Whoever spoke last may be in danger. Help: [DE: Ruf 116 123 an. | default: Call 112.] Their name: Ada.",
  );
  expect(told).toContain("call one of these:\n\n- Call 112.\n- DE: Ruf 116 123 an.\n\n");
  expect(told).not.toContain("Ada");
});

test("where the room has shown its help already, it is not told again", () => {
  const told = helpIn(
    "Whoever spoke last may be in danger. The help of this room is shown above your answer already: lead over. Help: [default: Call 112.]",
  );
  expect(told).toContain("with you.\n\n");
  expect(told).not.toContain("112");
});

test("nowhere else, whatever the words are", () => {
  expect(helpIn("Now: Monday. Help: [me with my homework]")).toBeUndefined();
  expect(helpIn("Whoever spoke last may be in danger.")).toBeUndefined();
});
