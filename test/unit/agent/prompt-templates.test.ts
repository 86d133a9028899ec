import { describe, expect, test } from "vitest";
import { PROMPT_NAMES, promptTexts, samplesOf } from "../../../src/agent/prompts/prompt-texts.ts";
import { renderTemplate } from "../../../src/agent/prompts/template.ts";
import { problemIn } from "../../../src/agent/prompts/template-problem.ts";
import { SHIPPED, shippedTexts } from "../../support/prompts/shipped.ts";

describe("a template", () => {
  test("takes its values as they are, and sections where there is one", () => {
    const text = "Hello {{name}}.{{#plan}} Plan: {{plan}}.{{/plan}}{{^plan}} No plan.{{/plan}}";
    expect(renderTemplate(text, { name: "<Ann> & {{plan}}" })).toBe("Hello <Ann> & {{plan}}. No plan.");
    expect(renderTemplate(text, { name: "Ann", plan: "owls" })).toBe("Hello Ann. Plan: owls.");
    expect(renderTemplate('{"a": {"b": 1}}', {})).toBe('{"a": {"b": 1}}');
  });

  test.each([
    ["One\n{{nmae}}", 2, 'no variable "nmae"'],
    ["{{#name}}\nopen", 1, "never closed"],
    ["One\ntwo\n{{/name}}", 3, "never opened"],
    ["One {{name", 1, "never ends"],
    ["{{#name}}{{^other}}{{/name}}{{/other}}", 1, "never opened"],
  ])("is refused with its line: %j", (text, line, words) => {
    const found = problemIn(text, ["name", "other"]);
    expect(found).toMatchObject({ line, problem: expect.stringContaining(words) });
  });

  test("is fine with the variables that it has", () => {
    expect(problemIn('{{#name}}{{other}}{{/name}} {"a": {}}', ["name", "other"])).toBeUndefined();
  });
});

describe("prompts of the house", () => {
  test("ship whole: each name has one file, which uses its own variables", () => {
    expect(SHIPPED.map(({ name }) => name).sort()).toEqual([...PROMPT_NAMES].sort());
    for (const prompt of SHIPPED) {
      expect(problemIn(prompt.text, Object.keys(prompt.variables)), prompt.name).toBeUndefined();
      expect(renderTemplate(prompt.text, samplesOf(prompt)), prompt.name).not.toContain("{{");
    }
  });

  test("are the operator's where they were edited, and as they ship elsewhere", () => {
    const texts = promptTexts(SHIPPED, () => new Map([["title", "Name it."]]));
    expect(texts.text("title")).toBe("Name it.");
    expect(texts.text("rules")).toBe(shippedTexts.text("rules"));
    expect(texts.text("search-decision", { most_queries: "3" })).toContain("one to 3 short ones");
  });
});
