/** Converts a book (EPUB) to Markdown, chapter by chapter. */
import { readHtml } from "../web/html/html.ts";
import type { Package } from "./package.ts";
import { Writer } from "./writer.ts";
import { readXml } from "./xml.ts";

const CONTAINER = "META-INF/container.xml";
const MOST_BYTES = 5_000_000;
const MOST_CHAPTERS = 2_000;

export function isEpub(file: Package): boolean {
  return file.has(CONTAINER);
}

export async function readEpub(file: Package): Promise<string> {
  const writer = new Writer();
  const { title, chapters } = await bookOf(file);
  if (title !== "") writer.line(`# ${title}\n`);
  for (const path of chapters.slice(0, MOST_CHAPTERS)) {
    if (writer.isFull) break;
    const { markdown } = readHtml(await file.text(path, MOST_BYTES), `epub:/${path}`);
    // Images and links to other chapters lead nowhere outside the book.
    writer.line(`${markdown.replace(/!?\[([^\]]*)\]\(epub:[^)]*\)/g, "$1")}\n`);
  }
  return writer.end(`${chapters.length} chapters in all`);
}

/** Title, and chapter paths in reading order. */
async function bookOf(file: Package): Promise<{ title: string; chapters: string[] }> {
  const at = await packageOf(file);
  const folder = at.slice(0, at.lastIndexOf("/") + 1);
  const items = new Map<string, string>();
  const order: string[] = [];
  let title = "";
  let isTitle = false;
  await readXml(file.pieces(at, MOST_BYTES), {
    open(name, { id = "", href = "", idref = "" }) {
      isTitle = name === "title" && title === "";
      if (name === "item") items.set(id, `${folder}${decoded(href)}`);
      if (name === "itemref") order.push(idref);
    },
    text(text) {
      if (isTitle) title += text;
    },
    close() {
      isTitle = false;
    },
  });
  return { title: title.trim(), chapters: order.flatMap((id) => items.get(id) ?? []) };
}

async function packageOf(file: Package): Promise<string> {
  let path = "";
  await readXml(file.pieces(CONTAINER, MOST_BYTES), {
    open(name, attributes) {
      if (name === "rootfile" && path === "") path = attributes["full-path"] ?? "";
    },
  });
  return path;
}

function decoded(href: string): string {
  try {
    return decodeURIComponent(href.split("#")[0] ?? "");
  } catch {
    return href;
  }
}
