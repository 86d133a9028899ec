import { describe, expect, test } from "vitest";
import { modeWords } from "../../../src/agent/context/mode-words.ts";
import { PROMPT_NAMES, promptTexts, samplesOf } from "../../../src/agent/prompts/prompt-texts.ts";
import { renderTemplate } from "../../../src/agent/prompts/template.ts";
import { problemIn } from "../../../src/agent/prompts/template-problem.ts";
import { ownTexts, SHIPPED, shippedTexts } from "../../support/prompts/shipped.ts";

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
    const found = problemIn(text, { variables: ["name", "other"] });
    expect(found).toMatchObject({ line, problem: expect.stringContaining(words) });
  });

  test("is refused without a variable that it needs", () => {
    const names = { variables: ["cast"], required: ["cast"] };
    expect(problemIn("One\n{{#cast}}two{{/cast}}", names)).toEqual({
      line: 2,
      problem: 'This prompt needs the variable "cast". Put it in.',
    });
    expect(problemIn("{{ cast }}", names)).toBeUndefined();
  });

  test("is fine with the variables that it has", () => {
    expect(
      problemIn('{{#name}}{{other}}{{/name}} {"a": {}}', { variables: ["name", "other"] }),
    ).toBeUndefined();
  });
});

const namesOf = ({ variables, required }: (typeof SHIPPED)[number]) => ({
  variables: Object.keys(variables),
  required,
});

describe("prompts of the house", () => {
  test("ship whole: each name has one file, which uses its own variables", () => {
    expect(SHIPPED.map(({ name }) => name).sort()).toEqual([...PROMPT_NAMES].sort());
    for (const prompt of SHIPPED) {
      expect(problemIn(prompt.text, namesOf(prompt)), prompt.name).toBeUndefined();
      expect(renderTemplate(prompt.text, samplesOf(prompt)), prompt.name).not.toContain("{{");
    }
  });

  test("are the operator's where they were edited, and as they ship elsewhere", () => {
    const texts = promptTexts(SHIPPED, {
      edited: () => new Map([["title", "Name it."]]),
      ready: () => undefined,
    });
    expect(texts.text("title")).toBe("Name it.");
    expect(texts.text("rules")).toBe(shippedTexts.text("rules"));
    expect(texts.text("search-decision", { most_queries: "3" })).toContain("one to 3 short ones");
  });

  test("tell the mode of a turn, but for the default one", () => {
    expect(modeWords({ works: "agent" }, ownTexts)).toEqual([]);
    for (const works of ["chat", "search", "research"] as const)
      expect(modeWords({ works }, ownTexts)).toEqual([`Own mode-${works}.`]);
  });

  test("are awaited beside turns, and are as they ship where edits can't be read", async () => {
    let edits = new Map<string, string>();
    const ready = async () => {
      edits = new Map([["title", "Name it."]]);
    };
    expect(await promptTexts(SHIPPED, { edited: () => edits, ready }).known("title")).toBe("Name it.");
    const broken = { edited: () => new Map(), ready: () => Promise.reject(new Error("no database")) };
    expect(await promptTexts(SHIPPED, broken).known("title")).toBe(shippedTexts.text("title"));
  });
});
