import { describe, expect, it } from "vitest";
import { isParticiple, languageOf } from "../../../scripts/check/language.mjs";

describe("the language of the code", () => {
  it("refuses an exported name that is one bare participle, with its line", () => {
    const text =
      'const a = 1;\nexport interface Asked {}\nexport function told(): void {}\nexport type Seen = "x";';
    expect(languageOf("src/a.ts", text)).toEqual([
      "src/a.ts:2 exports Asked, a bare participle: name the thing",
      "src/a.ts:3 exports told, a bare participle: name the thing",
      "src/a.ts:4 exports Seen, a bare participle: name the thing",
    ]);
  });

  it("lets nouns, verbs and longer names pass", () => {
    const names = ["Embed", "Feed", "Seed", "speed", "AskedQuestion", "forgetItems", "Outcome", "heed", "A"];
    expect(names.filter(isParticiple)).toEqual([]);
    expect(languageOf("src/a.ts", "interface Asked {}\nconst told = 1;")).toEqual([]);
  });

  it("refuses a docstring without a subject, on one line and on several, in components too", () => {
    const text =
      "/** What is asked. */\n/**\n * Those who wait.\n */\n<script>/** Of all agents. */</script>";
    expect(languageOf("web/A.svelte", text)).toEqual([
      'web/A.svelte:1 a docstring begins with "What": name its subject',
      'web/A.svelte:2 a docstring begins with "Those": name its subject',
      'web/A.svelte:5 a docstring begins with "Of": name its subject',
    ]);
  });

  it("lets a subject pass, and words that only begin alike", () => {
    const text =
      "/** The questions of a turn. */\n/** Whoever waits is told. */\n// What is asked.\n/** Often called. */";
    expect(languageOf("src/a.ts", text)).toEqual([]);
  });
});
