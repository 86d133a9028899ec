import { describe, expect, it } from "vitest";
import de from "../../../src/domain/text/translated/catalogues/de.json" with { type: "json" };
import fr from "../../../src/domain/text/translated/catalogues/fr.json" with { type: "json" };
import { forPeople } from "../../../src/domain/text/translated/for-people.ts";
import { createTranslate, type TextCatalogue } from "../../../src/domain/text/translated/translate.ts";
import { jobTitles } from "./texts/jobs.ts";
import { shippedTexts } from "./texts/shipped.ts";
import { shownTexts } from "./texts/shown.ts";
import { toolTitles } from "./texts/tools.ts";
import { sourcesIn } from "./texts/tree.ts";

const CATALOGUES: Record<string, TextCatalogue> = { de, fr };

/** Texts that only models, programs and the log read stay in English. */
const UNSEEN =
  /^(src\/(completions|sandbox|cli|platform|reader)\/|src\/app\/(backups|completions|mcp-server|routing)\/|src\/app\/config\.ts|src\/app\/http\/(forward|nothing-here|limit-body)|src\/app\/wiring\/(memory|outside)|src\/app\/memory\/routes\/(requests|whole|search)|src\/capabilities\/builds\/(catalog|events)|src\/channels\/(\w+\/(inbound|verify|interactions|gateway|actions)|conversation\/|web\/client|messenger)|src\/jobs\/run|src\/memory\/(embed|write|model)\/|src\/providers\/catalog\/|src\/rooms\/(router\/|fields)|src\/app\/rooms\/routes\/|src\/routing\/access\/|src\/storage\/r2\/|src\/tools\/(calculate|workspace|web|media)\/|src\/tools\/(define-tool|find-tools)|src\/tools\/files\/read-document|src\/tools\/mcp\/(mcp-tool|wire)|src\/tools\/skills\/(archive|library)|durable-objects\/gateway\/)/;
/** Names of the API, which no form of the app shows. */
const OF_PROGRAMS =
  /`|\b[a-z]+_[a-z_]+\b(?!\})|(GET|POST|PUT|PATCH) \/|If-Match|Last-Event-ID|multipart|Bearer/;

const sources = sourcesIn("src", "durable-objects");
const shown = shownTexts(sources)
  .filter(({ file, isSaid }) => isSaid || !UNSEEN.test(file))
  .map(({ text }) => forPeople(text))
  .filter((text) => !OF_PROGRAMS.test(text.replaceAll(/\{\w+\}/g, "")));
const named = [...toolTitles(sources), ...jobTitles(sources)];
const texts = [...new Set([...shown, ...shippedTexts(), ...named])];

/** The text with a value in each place. */
function sample(text: string): string {
  return text.replaceAll(/\{\w+\}/g, "9");
}

describe("texts of the server that people see", () => {
  it("are found in its source", () => {
    expect(texts.length).toBeGreaterThan(500);
    expect(texts).toContain("Wrong username or password.");
  });

  it("are found in what bots say in chats", () => {
    expect(texts).toEqual(
      expect.arrayContaining([
        "List all commands",
        "This button has expired. Write your answer instead.",
        "Allow once",
        "Linked. You're now the same person here as in the app.",
        "Hello. Mention me or reply to me, and I'll answer.",
        "I can't read that message. Ask with /ask instead.",
      ]),
    );
  });

  it("are found in the names of tools and jobs", () => {
    const some = ["Web search", "Ask user", "Start research", "Replay a set of turns"];
    expect(texts).toEqual(expect.arrayContaining(some));
  });

  for (const [language, catalogue] of Object.entries(CATALOGUES)) {
    it(`are all in ${language}`, () => {
      const nothing = createTranslate(Object.fromEntries(Object.keys(catalogue).map((key) => [key, ""])));
      const missing = texts.filter((text) => /[a-z]/i.test(nothing(sample(text))));
      expect(missing).toEqual([]);
    });

    it(`have no place in ${language} that the English has not`, () => {
      const places = (text: string) => new Set(text.match(/\{\w+\}/g));
      for (const [english, said] of Object.entries(catalogue))
        expect(
          [...places(said)].filter((place) => !places(english).has(place)),
          english,
        ).toEqual([]);
    });
  }

  it("are the same in each catalogue", () => {
    expect(Object.keys(fr)).toEqual(Object.keys(de));
  });
});
