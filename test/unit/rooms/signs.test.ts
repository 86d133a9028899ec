import { describe, expect, test } from "vitest";
import { type Signs, signsOf } from "../../../src/rooms/crisis/signs.ts";
import labelled from "../../fixtures/rooms/crisis.json" with { type: "json" };
import { computed } from "../../support/computed.ts";

describe("signs of danger", () => {
  test.each(labelled)("$language: $text ($why)", ({ text, label }) => {
    expect(signsOf(text)).toBe(label);
  });

  test("there are messages of each kind, and enough of them", () => {
    const of = (label: Signs) => labelled.filter((message) => message.label === label).length;
    expect([of("certain"), of("possible"), of("none")].every((count) => count >= 18)).toBe(true);
    expect(labelled.length).toBeGreaterThanOrEqual(60);
  });

  test("are seen at the end of a long text as well, in time that grows with its length", async () => {
    const long = "and then it rained again, i am going to try, ".repeat(20_000);
    const { ms } = await computed(() => {
      expect(signsOf(`${long} I want to die.`)).toBe("certain");
      expect(signsOf('"'.repeat(100_000))).toBe("none");
    });
    expect(ms).toBeLessThan(2_000);
  });
});
