/** Pages in folders: each file of HTML is one, and a folder with a `source.html` is one of Readability's own. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

export interface SourcePage {
  name: string;
  html: string;
  address: string;
}

/** Smaller ones are frames, redirects and indexes of one line. */
const LEAST_BYTES = 2_000;

/** At most `most` of a folder, spread over all that is in it. */
export function pagesIn(folder: string, most: number): SourcePage[] {
  const files = htmlFiles(folder);
  const step = Math.max(1, files.length / most);
  const chosen = files.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step));
  return chosen.slice(0, most).map((file) => pageOf(folder, file));
}

function htmlFiles(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const pages = files.filter((file) => /\.x?html?$/.test(file)).sort();
  const own = pages.filter((file) => path.basename(file) === "source.html");
  const chosen = own.length > pages.length / 4 ? own : pages;
  return chosen.filter((file) => isPage(path.join(folder, file)));
}

function isPage(file: string): boolean {
  const stat = statSync(file, { throwIfNoEntry: false });
  return stat?.isFile() === true && stat.size >= LEAST_BYTES;
}

function pageOf(folder: string, file: string): SourcePage {
  const html = readFileSync(path.join(folder, file), "utf8");
  const name = path.basename(file) === "source.html" ? path.dirname(file) : file;
  return { name, html, address: canonicalOf(html) ?? "https://example.com/page" };
}

function canonicalOf(html: string): string | undefined {
  const link = /<link[^>]+rel=["']?canonical["']?[^>]*>/i.exec(html)?.[0] ?? "";
  const href = /href=["']([^"']+)["']/i.exec(link)?.[1] ?? "";
  return /^https?:\/\//.test(href) && URL.canParse(href) ? href : undefined;
}
