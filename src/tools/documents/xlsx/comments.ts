/** Comments on a sheet's cells, as lines below it. */
import { pathOf } from "../drawings.ts";
import type { Package } from "../package.ts";
import { readXml } from "../xml.ts";

const MOST_BYTES = 3_000_000;
const MOST_COMMENTS = 1_000;

/** Threads of newer programs come before notes, which repeat them for older ones. */
export async function commentsOf(
  file: Package,
  sheet: string,
  relations: ReadonlyMap<string, string>,
): Promise<string[]> {
  const folder = sheet.slice(0, sheet.lastIndexOf("/"));
  const paths = [...relations.values()].map((target) => pathOf(folder, target));
  const threads = paths.filter((path) => /\/threadedComments\//.test(path));
  const notes = paths.filter((path) => /(?:^|\/)comments\/?[^/]*\.xml$/i.test(path));
  const lines: string[] = [];
  for (const path of threads) lines.push(...(await commentLines(file, path)));
  for (const path of notes)
    lines.push(...(await commentLines(file, path)).filter((line) => !REPEATED.test(line)));
  return lines.length > 0 ? ["", ...lines] : [];
}

const REPEATED = /: \[Threaded comment\]/;

async function commentLines(file: Package, path: string): Promise<string[]> {
  const lines: string[] = [];
  let [cell, text, isText] = ["", "", false];
  await readXml(file.pieces(path, MOST_BYTES), {
    isDone: () => lines.length >= MOST_COMMENTS,
    open(name, attributes) {
      if (name === "comment" || name === "threadedComment") [cell, text] = [attributes["ref"] ?? "", ""];
      isText = name === "t" || name === "text";
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if ((name === "comment" || name === "threadedComment") && text.trim() !== "")
        lines.push(`- Comment on ${cell}: ${text.replace(/\s+/g, " ").trim()}`);
    },
  });
  return lines;
}
