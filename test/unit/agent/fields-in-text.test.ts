import { describe, expect, test } from "vitest";
import { fieldsInText } from "../../../src/agent/tags/fields-in-text.ts";
import { callsOfTags } from "../../../src/agent/tags/tag-calls.ts";

const inputOf = (name: string, body: string, argument = "") =>
  callsOfTags([{ name, argument, body }], 1)[0]?.input;

describe("the body of a tag", () => {
  test("is a field a line, with the instructions over several", () => {
    const body = `Name: SOL Price Monitor
Role: watches the price
Model: openai/gpt-5, anthropic/claude
- Keywords: price, sol
spend per month USD: 2.5
Instructions:
You watch the price of SOL.
Note: never guess.

- Look each hour.`;
    expect(fieldsInText("CREATE_AGENT", body)).toEqual({
      slug: "sol-price-monitor",
      name: "SOL Price Monitor",
      role: "watches the price",
      models: ["openai/gpt-5", "anthropic/claude"],
      keywords: ["price", "sol"],
      spend_per_month_usd: 2.5,
      instructions: "You watch the price of SOL.\nNote: never guess.\n\n- Look each hour.",
    });
  });

  test("may have its free text under no name, and lists of which each is on a line of its own", () => {
    const body = "Be brief.\n**Name:** Scribe\nKeywords:\n- notes\n- minutes";
    expect(fieldsInText("CREATE_AGENT", body)).toEqual({
      slug: "scribe",
      name: "Scribe",
      keywords: ["notes", "minutes"],
      instructions: "Be brief.",
    });
  });

  test.each([
    ["Keywords: price, sol\nYou watch prices.", ["price", "sol"], "You watch prices."],
    ["Keywords: price, sol\n\nYou watch prices.", ["price", "sol"], "You watch prices."],
    [
      "Keywords: price, sol\n- Look each hour.\n- Never guess.",
      ["price", "sol"],
      "- Look each hour.\n- Never guess.",
    ],
    ["Keywords: price,\n  sol\nYou watch", ["price", "sol"], "You watch"],
    ["Keywords:\n- price\n- sol\n\nYou watch prices.", ["price", "sol"], "You watch prices."],
    ["Keywords:\n- price\n- sol\nYou watch prices.", ["price", "sol"], "You watch prices."],
    ["Keywords:\nprice, sol\nYou watch prices.", ["price", "sol"], "You watch prices."],
    [
      "Keywords:\n\nYou watch the prices of everything there is.",
      [],
      "You watch the prices of everything there is.",
    ],
    ['Keywords: ["price", "sol"]\nYou watch prices.', ["price", "sol"], "You watch prices."],
    ["Keywords: price\nModels: openai/gpt-5\nYou watch prices.", ["price"], "You watch prices."],
    [
      "Keywords: price\nYou watch prices.\nSkills: sums\nBe brief.",
      ["price"],
      "You watch prices.\nBe brief.",
    ],
  ])("has its lists before its free text: %j", (body, keywords, instructions) => {
    expect(fieldsInText("CREATE_AGENT", body)).toMatchObject({ keywords, instructions });
  });

  test("of a schedule knows its fields by other names too", () => {
    const body =
      "Name: Morning\nSchedule: 0 8 * * 1-5\nTimezone: Europe/Berlin\nPrompt: Tell me the news.\nBriefly.";
    expect(fieldsInText("CREATE_CRON", body)).toEqual({
      name: "Morning",
      cron: "0 8 * * 1-5",
      time_zone: "Europe/Berlin",
      text: "Tell me the news.\nBriefly.",
    });
  });

  test("of a heartbeat is what it is told, how often, and for which agent", () => {
    const body = "Agent: sol-price-monitor\nEvery minutes: 30\nPrompt: Check the current SOL price";
    expect(fieldsInText("CREATE_HEARTBEAT", body)).toEqual({
      agent: "sol-price-monitor",
      every_minutes: 30,
      text: "Check the current SOL price",
    });
    const every = (text: string) => fieldsInText("CREATE_HEARTBEAT", `Interval: ${text}`)?.["every_minutes"];
    expect(["15", "30 minutes", "2h", "every hour", "now and then"].map(every)).toEqual([
      ...[15, 30, 120, 60],
      "now and then",
    ]);
  });

  test("is JSON where it is JSON; an argument names the agent; what is neither is given back as it was", () => {
    expect(inputOf("CREATE_AGENT", '{"slug":"a","name":"A"}')).toEqual({
      ok: true,
      value: { slug: "a", name: "A" },
    });
    expect(inputOf("UPDATE_AGENT", "Role: counts", "abacus")).toEqual({
      ok: true,
      value: { slug: "abacus", role: "counts" },
    });
    expect(inputOf("CREATE_AGENT", '{"slug":"a",')).toEqual({ ok: false, text: '{"slug":"a",' });
    expect(inputOf("CREATE_AGENT", "")).toEqual({ ok: false, text: "" });
  });

  test("says no field twice: the second is text", () => {
    expect(fieldsInText("CREATE_AGENT", "Name: A\nInstructions: Say\nName: B")).toMatchObject({
      name: "A",
      instructions: "Say\nName: B",
    });
  });
});
