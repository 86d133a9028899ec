/** Memory and skills of a home folder, which are Markdown files. */
import { isSecretPath } from "../../domain/program/import-paths.ts";
import { type ImportFile, textOfFile } from "../files/byte-source.ts";
import { paragraphsOf } from "../forms/paragraphs.ts";
import type { Finding, ImportedSkill } from "../item.ts";
import { type Unit, unitOf } from "../units.ts";

const MOST_OF_TEXT = 1_000_000;
const MOST_OF_SKILL_FILE = 300_000;
const MOST_SKILL_FILES = 100;
const DATE = /(\d{4}-\d{2}-\d{2})[^/]*\.md$/;
const NONE = /(?!)/;
const IS_DATABASE = /\.(?:db|sqlite3?)$/i;

/** Text of a home's file; empty where there is none. */
export async function textAt(files: readonly ImportFile[], path: string): Promise<string> {
  const file = files.find((each) => each.path === path);
  return (file && (await textOfFile(file, MOST_OF_TEXT))) ?? "";
}

/** A unit whose memories are the paragraphs of the file. */
export function memoriesIn(file: ImportFile, { format, program }: Home): Unit {
  const from = `${program}, ${file.path}`;
  const [, date] = DATE.exec(file.path) ?? [];
  return {
    size: file.size,
    async findings() {
      const text = await textOfFile(file, MOST_OF_TEXT);
      if (text === undefined) return [{ kind: "file", title: file.path, why: "damaged" }];
      return paragraphsOf(text).map((each): Finding => {
        return {
          kind: "memory",
          format,
          value: { text: each, from, ...(date && { at: `${date}T12:00:00.000Z` }) },
        };
      });
    },
  };
}

export interface Home {
  /** Its word in findings. */
  format: string;
  /** Its name for people. */
  program: string;
}

/** Skills in folders that match; the first group is the skill's name. */
export function* skillsIn(
  files: readonly ImportFile[],
  { format }: Home,
  isMain: RegExp,
): Generator<Unit, void> {
  for (const main of files) {
    const name = isMain.exec(main.path)?.[1];
    if (name === undefined) continue;
    const folder = main.path.slice(0, -"SKILL.md".length);
    const own = files.filter(({ path }) => path.startsWith(folder) && !isSecretPath(path));
    yield {
      size: own.reduce((sum, { size }) => sum + size, 0),
      findings: async () => [{ kind: "skill", format, value: await skillOf(name, folder, own) }],
    };
  }
}

/** Files that are no text are left away. */
async function skillOf(name: string, folder: string, files: readonly ImportFile[]): Promise<ImportedSkill> {
  const texts: { path: string; text: string }[] = [];
  for (const file of files.slice(0, MOST_SKILL_FILES)) {
    const text = await textOfFile(file, MOST_OF_SKILL_FILE);
    if (text !== undefined && !text.includes("\0"))
      texts.push({ path: file.path.slice(folder.length), text });
  }
  return { name, files: texts };
}

/** Files that hold secrets and databases: their names are told, and they are not opened. */
export function* leftFiles(files: readonly ImportFile[], isAlsoSecret = NONE): Generator<Unit, void> {
  for (const { path } of files) {
    if (isSecretPath(path) || isAlsoSecret.test(path))
      yield unitOf({ kind: "file", title: path, why: "secret" });
    else if (IS_DATABASE.test(path)) yield unitOf({ kind: "file", title: path, why: "database" });
  }
}
