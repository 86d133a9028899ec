/** Has LibreOffice and Chromium make files of the sources, as people have them. */
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { DocumentSource } from "./sources.ts";

export interface MadeFile {
  name: string;
  kind: string;
  bytes: Uint8Array;
  words: string;
}

/** Formats with the name of LibreOffice's filter. */
const TEXTS = ["docx:MS Word 2007 XML", "odt", "doc:MS Word 97", "rtf", "pdf"];
const TABLES = ["xlsx", "ods", "xls"];

/** `folder`: an empty one, which stays. Throws when LibreOffice or Chromium is not installed. */
export function madeFiles(sources: readonly DocumentSource[], folder: string): MadeFile[] {
  for (const { language, html, csv } of sources) {
    writeFileSync(path.join(folder, `page-${language}.html`), html);
    writeFileSync(path.join(folder, `table-${language}.csv`), csv);
  }
  const named = (start: string, end: string) =>
    readdirSync(folder).filter((name) => name.startsWith(start) && name.endsWith(end));
  for (const format of TEXTS) office(folder, ["HTML (StarWriter)", format], named("page-", ".html"));
  for (const format of TABLES) office(folder, ["CSV:44,34,76,1", format], named("table-", ".csv"));
  for (const { language } of sources) printed(folder, language);
  return sources.flatMap((source) => filesOf(source, folder));
}

function office(folder: string, [from = "", to = ""]: readonly string[], names: readonly string[]): void {
  const args = ["--headless", `--infilter=${from}`, "--convert-to", to, ...names];
  const { error } = spawnSync("soffice", args, { cwd: folder });
  if (error) throw new Error("LibreOffice (soffice) is needed to make the files.", { cause: error });
}

function printed(folder: string, language: string): void {
  const page = path.resolve(folder, `page-${language}.html`);
  const args = ["--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"];
  const { error } = spawnSync(
    "chromium",
    [...args, `--print-to-pdf=print-${language}.pdf`, `file://${page}`],
    {
      cwd: folder,
    },
  );
  if (error) throw new Error("Chromium is needed to print the pages.", { cause: error });
}

function filesOf({ language, pageWords, tableWords }: DocumentSource, folder: string): MadeFile[] {
  const file = (name: string, kind: string, words: string): MadeFile[] => {
    const at = path.join(folder, name);
    return existsSync(at) ? [{ name, kind, words, bytes: new Uint8Array(readFileSync(at)) }] : [];
  };
  const endings = (formats: readonly string[]) => formats.map((format) => format.split(":", 1)[0] ?? "");
  return [
    ...endings(TEXTS).flatMap((end) => file(`page-${language}.${end}`, end, pageWords)),
    ...endings(TABLES).flatMap((end) => file(`table-${language}.${end}`, end, tableWords)),
    ...file(`print-${language}.pdf`, "pdf, printed", pageWords),
  ];
}
