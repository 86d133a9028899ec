/** The `web_fetch` tool: reads a web page. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { loadPage, type PageDeps } from "./load-page.ts";
import type { KeptPage } from "./page-cache.ts";

/** Characters in one answer; `start` reads on in a longer page. */
const PIECE = 20_000;
const MAX_LINKS = 500;

export function createWebFetchTool(deps: PageDeps): Tool {
  return defineTool({
    name: "web_fetch",
    description:
      "Read a web page, PDF, office document, archive or text file as Markdown or text. Long ones come in pieces: call again with `start` from the end of the last piece.",
    schema: z.object({
      url: z.string().trim().min(1).max(8192),
      start: z.int().min(0).optional().describe("Character at which to start"),
    }),
    effect: "read",
    reach: "outside",
    touches: ({ url }) => ({ to: "urls", urls: [sentOf(withScheme(url))] }),
    async run({ url, start = 0 }, { owner, now, signal, progress }) {
      const address = withScheme(url);
      progress({ status: "fetching", url: address });
      const loaded = await loadPage(deps, { owner, address, now, signal });
      if (!loaded.ok)
        return { ok: false, error: loaded.reason, trust: loaded.quoted ? "untrusted" : "trusted" };
      const { page } = loaded;
      if (start > 0 && start >= page.markdown.length) {
        return toolError(`The page has only ${page.markdown.length} characters.`);
      }
      const title = page.title || page.url;
      return {
        ok: true,
        content: piece(page, start),
        trust: "untrusted",
        sources: [{ kind: "page", url: page.url, title, text: page.markdown }],
        links: page.links.slice(0, MAX_LINKS),
      };
    },
  });
}

/** Address as sent to the server: without its fragment. */
function sentOf(address: string): string {
  return address.replace(/#.*$/s, "");
}

function withScheme(url: string): string {
  return /^[a-z][a-z0-9+.-]*:/i.test(url) && !/^[\w.-]+:\d/.test(url) ? url : `https://${url}`;
}

function piece({ title, url, markdown }: KeptPage, start: number): string {
  const end = Math.min(start + PIECE, markdown.length);
  const head = [title ? `# ${title}` : "", url].filter((line) => line !== "").join("\n");
  if (markdown === "") return `${head}\n\n[The page has no text. It may be made by scripts.]`;
  const isWhole = start === 0 && end === markdown.length;
  const goesOn = end < markdown.length ? `; start ${end} goes on` : "";
  const note = isWhole ? "" : `\n\n[characters ${start} to ${end} of ${markdown.length}${goesOn}]`;
  return `${head}\n\n${markdown.slice(start, end)}${note}`;
}
