/** The only capability that the offline model can build: it counts what is in a text. */

export function demoFiles(name: string): Record<string, string> {
  return {
    "main.ts": MAIN,
    "package.json": JSON.stringify({ name, nightjar: { hosts: [], secrets: [] } }, null, 2),
    "manifest.json": JSON.stringify(manifestOf(name), null, 2),
    "RUN.md": runOf(name),
    "test.ts": TEST,
  };
}

function manifestOf(name: string) {
  return {
    name,
    description: "Counts the words, letters and lines of a text. A demonstration of a capability.",
    input_schema: {
      type: "object",
      properties: { text: { type: "string", description: "The text to count" } },
      required: ["text"],
      additionalProperties: false,
    },
    tags: ["demo", "text"],
  };
}

function runOf(name: string): string {
  return `# ${name}\n\nCounts the words, letters and lines of a text.\n\n\`\`\`json\n{ "text": "to be or not to be" }\n\`\`\`\n\ngives \`6 words, 13 letters, 1 line.\` Of an empty text it says that there is nothing to count.\n`;
}

const MAIN = `interface Args {
  text: string;
}

export async function run({ text }: Args): Promise<string> {
  if (text.trim() === "") return "There is nothing to count.";
  const words = text.trim().split(/\\s+/).length;
  const letters = (text.match(/\\p{L}/gu) ?? []).length;
  const lines = text.trim().split("\\n").length;
  return [counted(words, "word"), counted(letters, "letter"), counted(lines, "line")].join(", ") + ".";
}

function counted(count: number, what: string): string {
  return count + " " + what + (count === 1 ? "" : "s");
}
`;

const TEST = `export async function countsWhatIsThere(t: any) {
  t.equal(await t.run({ text: "to be or not to be" }), "6 words, 13 letters, 1 line.");
}

export async function countsLines(t: any) {
  t.equal(await t.run({ text: "one\\ntwo" }), "2 words, 6 letters, 2 lines.");
}

export async function saysThatThereIsNothing(t: any) {
  t.equal(await t.run({ text: "  " }), "There is nothing to count.");
}
`;
