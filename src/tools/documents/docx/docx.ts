/** Converts a Word document (OOXML) to Markdown: headings, lists, tables, notes, comments, headers and footers. */

import { drawingsOf, pathOf } from "../drawings.ts";
import type { Package } from "../package.ts";
import { attribute, readXml, relationsIn } from "../xml.ts";
import { type Numbering, numberingOf } from "./numbering.ts";
import { type DocxContext, DocxReader, levelOf } from "./reader.ts";

const DOCUMENT = /^word\/document\d*\.xml$/;
/** Limit in bytes of the XML; a long book has two or three million. */
const MOST_BYTES = 30_000_000;
const MOST_OF_STYLES = 3_000_000;
/** Headers and footers that are read: a document has one to three a section. */
const MOST_EDGES = 60;

export function isDocx(file: Package): boolean {
  return documentOf(file) !== undefined;
}

/** Some programs number the main part. */
function documentOf(file: Package): string | undefined {
  return file.paths().find((path) => DOCUMENT.test(path));
}

export async function readDocx(file: Package): Promise<string> {
  const path = documentOf(file) ?? "";
  const context = await contextOf(file, path);
  const reader = new DocxReader(context);
  reader.edges("Header", await edgesOf(file, context, "header"));
  await readXml(file.pieces(path, MOST_BYTES), reader);
  for (const name of ["footnote", "endnote", "comment"] as const)
    await readXml(file.pieces(`word/${name}s.xml`, MOST_OF_STYLES), reader.notes(name));
  reader.edges("Footer", await edgesOf(file, context, "footer"));
  return reader.end();
}

async function contextOf(
  file: Package,
  path: string,
): Promise<DocxContext & { relations: Map<string, string> }> {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const relations = await relationsIn(await file.text(`word/_rels/${name}.rels`, MOST_OF_STYLES));
  const numbering = await numberingOf(file);
  const drawings = await drawingsOf(file, { relations, folder: "word" });
  const chunks = await chunksOf(file, relations);
  return { relations, drawings, chunks, numbering, headings: await headingsOf(file, numbering) };
}

const CHUNK = /\.(x?html?|txt)$/i;
const MOST_CHUNKS = 100;

/** Pages and texts that another program has put in whole. */
async function chunksOf(file: Package, relations: ReadonlyMap<string, string>): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [id, target] of relations) {
    const [, ending] = CHUNK.exec(target) ?? [];
    const path = pathOf("word", target);
    if (ending === undefined || found.size >= MOST_CHUNKS || !file.has(path)) continue;
    const text = await file.text(path, MOST_OF_STYLES);
    found.set(
      id,
      /^txt$/i.test(ending) ? text : (await import("../../web/html/html.ts")).readWholeHtml(text),
    );
  }
  return found;
}

/** Heading level by style id. Style names are the same in all languages; their ids are not. */
async function headingsOf(file: Package, numbering: Numbering): Promise<Map<string, number>> {
  const levels = new Map<string, number>();
  let [style, level] = ["", 0];
  await readXml(file.pieces("word/styles.xml", MOST_OF_STYLES), {
    open(name, attributes) {
      const value = attribute(attributes, "val") ?? "";
      if (name === "style") [style, level] = [attribute(attributes, "styleId") ?? "", 0];
      if (name === "ilvl") level = Number(value) || 0;
      if (name === "numId") numbering.ofStyle.set(style, { id: value, level });
      if (name !== "name") return;
      const heading = levelOf(value);
      if (heading !== undefined) levels.set(style, heading);
    },
  });
  return levels;
}

/** Texts above or below the pages, each once, as sections repeat them. */
async function edgesOf(
  file: Package,
  context: DocxContext & { relations: Map<string, string> },
  kind: "header" | "footer",
): Promise<string[]> {
  const texts = new Set<string>();
  const targets = [...context.relations.values()].filter((target) =>
    new RegExp(`^(?:/word/)?${kind}\\d*\\.xml$`).test(target),
  );
  for (const target of targets.slice(0, MOST_EDGES)) {
    const reader = new DocxReader(context);
    await readXml(file.pieces(`word/${target.replace(/^\/word\//, "")}`, MOST_OF_STYLES), reader);
    texts.add(reader.end());
  }
  return [...texts].filter((text) => text !== "");
}
