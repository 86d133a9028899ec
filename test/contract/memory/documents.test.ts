/** Files are found by what they are about as a whole, and give way to each other. */
import { expect, test } from "vitest";
import { nodeD1 } from "../../support/node-d1.ts";
import { memoryIn, OWNER } from "./home.ts";

/** Lines of no question's words: they push what follows into a piece of its own. */
const filler = (word: string) =>
  Array.from({ length: 45 }, (_, at) => `Row ${at}: ${word} lies beside ${word}.`).join("\n");

async function found(files: Readonly<Record<string, string>>, query: string) {
  const memory = memoryIn(nodeD1());
  for (const [path, text] of Object.entries(files))
    await memory.indexFile({ path, text, owner: OWNER, trust: "untrusted" });
  const hits = await memory.search({ owner: OWNER, scopes: "all", query, limit: 10 });
  return hits.map(({ passage }) => ({ file: passage.source, line: passage.lines?.start ?? 0 }));
}

test("of pieces with the same words the one comes first whose file begins with what is asked of", async () => {
  const section = "The narrow side faces the wind, and pegs hold it there.";
  const pieces = await found(
    {
      "kites.md": `# Flying a kite\n${filler("string")}\n${section}`,
      "tents.md": `# Pitching a tent\n${filler("canvas")}\n${section}`,
    },
    "which side of a tent faces the wind?",
  );
  const later = pieces.filter(({ line }) => line > 1).map(({ file }) => file);
  expect(later).toEqual(["tents.md", "kites.md"]);
});

test("the one comes first whose heading asks the same", async () => {
  const words = "Soak them in cold water for a night, then wait.";
  const pieces = await found(
    {
      "a.md": `# Notes\n${filler("paper")}\n## Odds and ends\n${words} Beans may be dried as well.`,
      "b.md": `# Notes\n${filler("paper")}\n## Dried beans\n${words} They may be eaten as well.`,
    },
    "how long do dried beans soak?",
  );
  expect(pieces[0]).toMatchObject({ file: "b.md" });
});

test("a long file that says it in every piece leaves room for the others", async () => {
  const chapter = "Barley is harvested in the dry weeks, and the barley harvest ends with rain.";
  const book = Array.from({ length: 8 }, () => `${chapter}\n${filler("straw")}`).join("\n");
  const other = (name: string) => `${name} went to see the harvest of barley and wrote of it at length.`;
  const files = { "book.md": book, "ann.md": other("Ann"), "ben.md": other("Ben"), "cleo.md": other("Cleo") };
  const pieces = await found(files, "when is barley harvested?");
  const first = pieces.slice(0, 5).map(({ file }) => file);
  expect(new Set(first)).toEqual(new Set(Object.keys(files)));
});

test("how often a word stands in a piece counts", async () => {
  const around = (word: string) =>
    `On the ${word} of the house ${"nobody minds what is done there. ".repeat(4)}`;
  const pieces = await found(
    {
      "once.md": `${around("roof")} ${around("wall")} ${around("wall")}`,
      "often.md": around("roof").repeat(3),
    },
    "what of the roof?",
  );
  expect(pieces.map(({ file }) => file)).toEqual(["often.md", "once.md"]);
});
