/** Converts OpenDocument texts, tables and slides (of LibreOffice) to Markdown. */

import type { Package } from "../package.ts";
import { isPageNumber } from "../writer.ts";
import { readXml } from "../xml.ts";
import { ListStyles } from "./lists.ts";
import { objectsOf } from "./objects.ts";
import { OdfReader } from "./reader.ts";

const CONTENT = "content.xml";
const STYLES = "styles.xml";
const MANIFEST = "META-INF/manifest.xml";
const MOST_BYTES = 100_000_000;
const MOST_OF_STYLES = 5_000_000;

export function isOdf(file: Package): boolean {
  return file.has(CONTENT) && (file.has("mimetype") || file.has(MANIFEST));
}

/** Throws an Error with the reason when it has a password. */
export async function readOdf(file: Package): Promise<string> {
  if ((await file.text(MANIFEST, MOST_OF_STYLES)).includes("encryption-data"))
    throw new Error("It is password-protected. Save it without a password.");
  const styles = new ListStyles();
  const edges = await edgesOf(file, styles);
  const reader = new OdfReader(styles, await objectsOf(file));
  for (const text of edges.header) reader.edge(`Header: ${text}`);
  await readXml(file.pieces(CONTENT, MOST_BYTES), reader);
  for (const text of edges.footer) reader.edge(`Footer: ${text}`);
  return reader.end();
}

/** Flat form: one XML file without an archive. */
export async function readFlatOdf(text: string): Promise<string> {
  const reader = new OdfReader();
  await readXml([text], reader);
  return reader.end();
}

/** Headers and footers of text pages, each once; those of slides and sheets are placeholders. */
async function edgesOf(file: Package, styles: ListStyles): Promise<Record<"header" | "footer", Set<string>>> {
  const found = { header: new Set<string>(), footer: new Set<string>() };
  let [part, text]: [keyof typeof found | undefined, string] = [undefined, ""];
  await readXml(file.pieces(STYLES, MOST_OF_STYLES), {
    open(name, attributes) {
      styles.open(name, attributes);
      if (name !== "header" && name !== "footer") return;
      [part, text] = [name, ""];
    },
    text(piece) {
      if (part !== undefined) text += piece;
    },
    close(name) {
      if (name === "p") text += " ";
      if (name !== part) return;
      const words = text.replace(/\s+/g, " ").trim();
      if (!isPageNumber(words) && !/[<?]/.test(words)) found[part].add(words);
      part = undefined;
    },
  });
  return found;
}
