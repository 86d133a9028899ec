import { expect, test } from "vitest";
import { ShownText } from "../../../src/app/completions/answer/shown-text.ts";

test("what is made again after a stop is passed on from where it was", () => {
  const shown = new ShownText();
  shown.step(0);
  expect(shown.add("Half ")).toBe("Half ");
  shown.reset(0);
  expect([shown.add("Ha"), shown.add("lf a"), shown.add("nd whole")]).toEqual(["", "a", "nd whole"]);
  expect(shown.text).toBe("Half and whole");
});

test("steps before the one that is void stay", () => {
  const shown = new ShownText();
  shown.step(1);
  shown.add("Let me see. ");
  shown.step(2);
  shown.add("It is 4");
  shown.reset(2);
  expect(shown.text).toBe("Let me see. ");
  expect(shown.add("It is 42")).toBe("2");
});

test("other words than before are told as such, since nothing can be taken back", () => {
  const shown = new ShownText();
  shown.step(0);
  shown.add("Yes");
  shown.reset(0);
  expect(shown.add("No")).toBe("\n\n[Begun anew]\n\nNo");
  expect(shown.add(".")).toBe(".");
});
