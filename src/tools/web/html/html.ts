/**
 * Converts an HTML page to readable Markdown: its main content where that can be found, otherwise all of it but what its
 * structure sets apart. Loaded on demand.
 */
import { withChoices } from "./choices.ts";
import { CONCEALED_NOTE, withConcealedText } from "./concealed.ts";
import { mainContent } from "./main-content.ts";
import { linksIn, toMarkdown } from "./markdown.ts";
import { productFacts } from "./product.ts";
import { withStreamedParts } from "./streamed.ts";
import { type Element, find, parseTree, textOf } from "./tree.ts";

export interface Page {
  title: string;
  markdown: string;
  /** Addresses of all links on the page, also outside the main content. */
  links: string[];
}

/** Characters of HTML that are parsed; the rest of a larger page is dropped. */
const MAX_HTML = 3_000_000;
const MAX_ADDRESS = 2_048;

export function readHtml(html: string, address: string): Page {
  const { root, isChanged } = withConcealedText(withStreamedParts(parseTree(html.slice(0, MAX_HTML))));
  const page = withChoices(root);
  const base = baseOf(page, address);
  const facts = productFacts(page);
  const markdown = toMarkdown(mainContent(page, facts !== ""), base, page);
  const text = [isChanged ? CONCEALED_NOTE : "", facts, markdown].filter((part) => part !== "").join("\n\n");
  return { title: titleOf(page), markdown: text, links: linksIn(page, base) };
}

/** All of a page that was saved as a file, not its main content alone. Links within the file lead nowhere. */
export function readWholeHtml(html: string): string {
  const root = withChoices(parseTree(html.slice(0, MAX_HTML)));
  const markdown = toMarkdown(root, FILE);
  const [title, text] = [
    titleOf(root),
    markdown.replace(/!?\[([^\]]*)\]\(https:\/\/file\.invalid[^)]*\)/g, "$1"),
  ];
  return title === "" || text.includes(title) ? text : `# ${title}\n\n${text}`;
}

const FILE = "https://file.invalid/";

function titleOf(root: Element): string {
  const title = find(root, "title") ?? find(root, "h1");
  return title ? textOf(title).replace(/\s+/g, " ").trim() : "";
}

/** Ignores an overlong base address, which would be parsed again for each link. */
function baseOf(root: Element, address: string): string {
  const href = find(root, "base")?.attributes["href"] ?? "";
  return (href.length <= MAX_ADDRESS && href !== "" && URL.parse(href, address)?.href) || address;
}
