/** Converts a book (EPUB) to Markdown, chapter by chapter. */
import { readWholeHtml } from "../web/html/html.ts";
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
  const { title, authors, chapters } = await bookOf(file);
  if (title !== "") writer.line(`# ${title}\n`);
  if (authors.length > 0) writer.line(`By ${authors.join(", ")}\n`);
  for (const path of chapters.slice(0, MOST_CHAPTERS)) {
    if (writer.isFull) break;
    // The title of a chapter's file is the book's, or its name.
    const html = (await file.text(path, MOST_BYTES)).replace(/<title\b[^<]*<\/title>/i, "");
    writer.line(`${readWholeHtml(html)}\n`);
  }
  return writer.end(`${chapters.length} chapters in all`);
}

interface Book {
  title: string;
  authors: string[];
  /** Paths in reading order. */
  chapters: string[];
}

async function bookOf(file: Package): Promise<Book> {
  const at = await packageOf(file);
  const folder = at.slice(0, at.lastIndexOf("/") + 1);
  const items = new Map<string, string>();
  const order: string[] = [];
  const authors: string[] = [];
  let title = "";
  let element = "";
  await readXml(file.pieces(at, MOST_BYTES), {
    open(name, { id = "", href = "", idref = "" }) {
      element = name === "title" && title !== "" ? "" : name;
      if (name === "creator") authors.push("");
      if (name === "item") items.set(id, `${folder}${decoded(href)}`);
      if (name === "itemref") order.push(idref);
    },
    text(text) {
      if (element === "title") title += text;
      if (element === "creator") authors.push(`${authors.pop() ?? ""}${text}`);
    },
    close() {
      element = "";
    },
  });
  return {
    title: title.trim(),
    authors: authors.filter((each) => each.trim() !== ""),
    chapters: order.flatMap((id) => items.get(id) ?? []),
  };
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
