import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import de from "../../../../web/words/catalogues/de.json" with { type: "json" };
import fr from "../../../../web/words/catalogues/fr.json" with { type: "json" };
import { LANGUAGES, language, languageFor, locale, speak } from "../../../../web/words/language.ts";
import { plural, t, useCatalogue } from "../../../../web/words/t.ts";
import { messagesIn, sourcesOfApp, textOutsideMessages, unfilledIn } from "./messages-in-source.ts";

type Catalogue = Record<string, string | string[]>;

const CATALOGUES: Record<string, Catalogue> = { de, fr };
const sources = sourcesOfApp();
const messages = sources.flatMap(({ text }) => messagesIn(text));
const plurals = new Set(messages.flatMap(({ one, english }) => (one === undefined ? [] : [english])));

/** What stands in braces and in double brackets, whatever its order. */
function placesIn(text: string): string[] {
  return [...(text.match(/\{\w+\}|\[\[|\]\]/g) ?? [])].sort();
}

function formsOf(said: string | string[]): string[] {
  return typeof said === "string" ? [said] : said;
}

afterEach(() => {
  speak("en", ["en"]);
  useCatalogue({});
});

describe("what the app says", () => {
  it("stands in a message wherever a component shows it", () => {
    const bare = sources.flatMap(({ file, text }) =>
      file.endsWith(".svelte") ? textOutsideMessages(text).map((words) => `${file}: ${words}`) : [],
    );
    expect(bare).toEqual([]);
  });

  it("is given a value for each place that it has", () => {
    const unfilled = sources.flatMap(({ file, text }) =>
      unfilledIn(text).map((words) => `${file}: ${words}`),
    );
    expect(unfilled).toEqual([]);
  });

  it("has a catalogue for every language but English", () => {
    expect(Object.keys(CATALOGUES).sort()).toEqual(Object.keys(LANGUAGES).filter((one) => one !== "en"));
    for (const language of Object.keys(CATALOGUES))
      expect(existsSync(path.join("web/words/catalogues", `${language}.json`))).toBe(true);
  });

  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    it(`is all in ${language}, and nothing else is`, () => {
      const used = new Set(messages.map(({ english }) => english));
      expect([...used].filter((english) => !Object.hasOwn(catalogue, english))).toEqual([]);
      expect(Object.keys(catalogue).filter((english) => !used.has(english))).toEqual([]);
    });

    it(`keeps its places in ${language}, in each form`, () => {
      for (const [english, said] of Object.entries(catalogue)) {
        expect(Array.isArray(said), english).toBe(plurals.has(english));
        if (typeof said === "string") expect(placesIn(said), english).toEqual(placesIn(english));
        // One is often said without its number.
        for (const form of formsOf(said)) expect(form.trim(), english).not.toBe("");
      }
    });

    it(`keeps the places of its counts in ${language}`, () => {
      for (const { one, english } of messages) {
        const said = catalogue[english];
        if (one === undefined || !Array.isArray(said)) continue;
        expect(said).toHaveLength(2);
        expect(placesIn(said[0] ?? ""), english).toEqual(placesIn(one));
        expect(placesIn(said[1] ?? ""), english).toEqual(placesIn(english));
      }
    });
  }

  it("is filled in by name, in any order, and what is filled in is not filled again", () => {
    expect(t("{a} of {b}", { a: "{b}", b: 2 })).toBe("{b} of 2");
    // @ts-expect-error A place without a value does not compile, and is shown as it is.
    expect(t("{a} of {b}", { a: 1 })).toBe("1 of {b}");
    expect(plural(1, ["{n} thing", "{n} things"])).toBe("1 thing");
    expect(plural(1200, ["{n} thing", "{n} things"])).toBe("1,200 things");
  });

  it("is said as the catalogue has it, with counts as the language counts and numbers as it writes them", () => {
    speak("fr", ["fr-FR"]);
    useCatalogue({ Save: "Enregistrer", "{n} files": ["{n} fichier", "{n} fichiers"] });
    expect(t("Save")).toBe("Enregistrer");
    expect(t("Not in it")).toBe("Not in it");
    expect(plural(0, ["{n} file", "{n} files"])).toBe("0 fichier");
    expect(plural(1200, ["{n} file", "{n} files"])).toBe("1\u202f200 fichiers");
  });

  it("is in the chosen language, else in the first of the browser that there is, with the browser's own dates", () => {
    expect(languageFor(null, ["pt-BR", "de-AT", "en"])).toBe("de");
    expect(languageFor(null, ["pt"])).toBe("en");
    expect(languageFor("fr", ["de"])).toBe("fr");
    speak("de", ["en-GB", "de-AT"]);
    expect([language, locale]).toEqual(["de", "de-AT"]);
    speak("fr", ["en-GB"]);
    expect([language, locale]).toEqual(["fr", "fr"]);
  });

  it("is found in the source as it is written there", () => {
    const source = `t("one \\"two\\"", { a }) + plural(list.length, ["{n} a", "{n} b"]) + t('x "y"') + at("no")`;
    expect(messagesIn(source).map(({ one, english }) => [one, english])).toEqual([
      [undefined, 'one "two"'],
      [undefined, 'x "y"'],
      ["{n} a", "{n} b"],
    ]);
    expect(
      textOutsideMessages(`<p title="Some words">Bare words {t("x")}</p><code>npm start</code>`),
    ).toEqual(["Some words", "Bare words"]);
  });
});

// A source that is not read would be one whose messages nobody misses.
it("is looked for in every component", () => {
  expect(sources.length).toBeGreaterThan(300);
  expect(readFileSync("web/App.svelte", "utf8")).toContain("t(");
});
