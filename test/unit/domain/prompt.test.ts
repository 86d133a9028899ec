import { describe, expect, it } from "vitest";
import { filledPrompt, variablesOf } from "../../../src/domain/prompt.ts";

describe("a prompt", () => {
  it("asks for each of its gaps once, in their order", () => {
    const text = "Write to {{ who }} in a {{tone: dry}} tone, {{size: small | large}}, and greet {{who}}.";
    expect(variablesOf(text)).toEqual([
      { name: "who", value: "", choices: [] },
      { name: "tone", value: "dry", choices: [] },
      { name: "size", value: "small", choices: ["small", "large"] },
    ]);
  });

  it("is filled in everywhere a gap stands, with words that read like a gap too", () => {
    const text = "{{who}} and {{who}}, {{tone: dry}}";
    expect(filledPrompt(text, { who: "{{tone}} $& Ann" })).toBe("{{tone}} $& Ann and {{tone}} $& Ann, dry");
    expect(filledPrompt(text, { who: "", tone: "" })).toBe(" and , ");
    expect(filledPrompt("{{constructor}}", {})).toBe("");
  });

  it("leaves alone what is no gap", () => {
    for (const text of ["{{}}", "{ {a} }", "{{ : x }}", "{{ }}", `{{${"x".repeat(70)}}}`])
      expect([text, variablesOf(text)]).toEqual([text, []]);
  });
});
