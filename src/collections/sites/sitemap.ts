/** Pages that a site lists in its sitemaps. */
import { pageOf } from "./scope.ts";

/** Sitemaps that are read of one site, those that its index names among them. */
const MOST_SITEMAPS = 10;
const LOCATION = /<loc>\s*(?:<!\[CDATA\[\s*)?([^<\]\s]{1,2048})/g;

/** `load`: the text of a sitemap of the site's host; undefined: there is none. Returns at most `most` pages below the start. */
export async function listedPages(
  load: (address: string) => Promise<string | undefined>,
  { start, sitemaps, most }: { start: string; sitemaps: readonly string[]; most: number },
): Promise<string[]> {
  const waiting = [...new Set([...sitemaps, new URL("/sitemap.xml", start).href])];
  const pages = new Set<string>();
  for (let read = 0; read < MOST_SITEMAPS && pages.size < most; read += 1) {
    const address = waiting.shift();
    if (address === undefined) break;
    const text = await load(address);
    if (text === undefined) continue;
    const listed = [...text.matchAll(LOCATION)].map(([, url = ""]) => url.replaceAll("&amp;", "&"));
    if (text.includes("<sitemapindex")) waiting.push(...listed);
    else for (const url of listed) addPage(pages, pageOf(start, url));
  }
  return [...pages].slice(0, most);
}

function addPage(pages: Set<string>, page: string | undefined): void {
  if (page !== undefined) pages.add(page);
}
