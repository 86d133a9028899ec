/** Comments on a sheet's cells, as lines below it. */
import { pathOf } from "./drawings.ts";
import type { Package } from "./package.ts";
import { readXml, relationsIn } from "./xml.ts";

const MOST_BYTES = 3_000_000;
const MOST_COMMENTS = 1_000;

export async function commentsOf(file: Package, sheet: string): Promise<string[]> {
  const at = sheet.lastIndexOf("/");
  const folder = sheet.slice(0, at);
  const relations = await relationsIn(
    await file.text(`${folder}/_rels/${sheet.slice(at + 1)}.rels`, MOST_BYTES),
  );
  const target = [...relations.values()].find((each) => /(?:^|\/)comments\d*\.xml$/.test(each));
  return target === undefined ? [] : commentLines(file, pathOf(folder, target));
}

async function commentLines(file: Package, path: string): Promise<string[]> {
  const lines: string[] = [];
  let [cell, text, isText] = ["", "", false];
  await readXml(file.pieces(path, MOST_BYTES), {
    isDone: () => lines.length >= MOST_COMMENTS,
    open(name, attributes) {
      if (name === "comment") [cell, text] = [attributes["ref"] ?? "", ""];
      isText = name === "t";
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === "comment" && text.trim() !== "")
        lines.push(`- Comment on ${cell}: ${text.replace(/\s+/g, " ").trim()}`);
    },
  });
  return lines.length > 0 ? ["", ...lines] : [];
}
