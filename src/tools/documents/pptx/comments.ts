/** Comments on a slide, of older programs and newer ones with their replies, as lines below it. */
import { pathOf } from "../drawings.ts";
import type { Package } from "../package.ts";
import { attribute, readXml } from "../xml.ts";

const MOST_BYTES = 3_000_000;
const MOST_COMMENTS = 1_000;

export async function commentLines(
  file: Package,
  folder: string,
  relations: ReadonlyMap<string, string>,
): Promise<string[]> {
  const paths = [...relations.values()].map((target) => pathOf(folder, target));
  const lines: string[] = [];
  for (const path of paths.filter((each) => each.startsWith("ppt/comments/")))
    lines.push(...(await linesIn(file, path, await authorsOf(file))));
  return lines.length > 0 ? ["", ...lines] : [];
}

/** Names by id. */
async function authorsOf(file: Package): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const path of ["ppt/commentAuthors.xml", "ppt/authors.xml"])
    await readXml(file.pieces(path, MOST_BYTES), {
      open(name, attributes) {
        if (name === "cmAuthor" || name === "author")
          found.set(attribute(attributes, "id") ?? "", attribute(attributes, "name") ?? "");
      },
    });
  return found;
}

async function linesIn(file: Package, path: string, authors: ReadonlyMap<string, string>): Promise<string[]> {
  const lines: string[] = [];
  let [author, text, isText] = ["", "", false];
  const end = () => {
    const words = text.replace(/\s+/g, " ").trim();
    if (words !== "") lines.push(`- Comment${author === "" ? "" : ` by ${author}`}: ${words}`);
    text = "";
  };
  await readXml(file.pieces(path, MOST_BYTES), {
    isDone: () => lines.length >= MOST_COMMENTS,
    open(name, attributes) {
      isText = name === "t" || name === "text";
      if (name !== "cm" && name !== "reply") return;
      end();
      author = authors.get(attribute(attributes, "authorId") ?? "") ?? "";
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      isText = false;
      if (name === "p") text += " ";
      if (name === "cm" || name === "reply") end();
    },
  });
  return lines;
}
