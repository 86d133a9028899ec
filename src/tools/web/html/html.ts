/**
 * Converts an HTML page to readable Markdown: its main content where that can be found, otherwise all of it but what its
 * structure sets apart. Loaded on demand.
 */
import { withChoices } from "./choices.ts";
import { CONCEALED_NOTE, withConcealedText } from "./concealed.ts";
import { mainContent } from "./content/main-content.ts";
import { describedTexts } from "./described.ts";
import { linksIn, toMarkdown } from "./markdown.ts";
import { productFacts } from "./product.ts";
import { withStreamedParts } from "./streamed.ts";
import { entitiesIn } from "./structured.ts";
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
/** Characters of described text, and factor over what is shown, from which it is given too. */
const LEAST_DESCRIBED = 300;
const MOST_SHOWN = 0.5;
/** Characters at a text's beginning by which it is known again. */
const COMPARED = 30;
const DESCRIBED_NOTE = "[The page shows little without scripts. Its data, which readers do not see, says:]";

export function readHtml(html: string, address: string): Page {
  const { root, isChanged } = withConcealedText(withStreamedParts(parseTree(html.slice(0, MAX_HTML))));
  const page = withChoices(root);
  const base = baseOf(page, address);
  const entities = entitiesIn(page);
  const facts = productFacts(entities);
  const texts = describedTexts(entities);
  const content = mainContent(page, { entities, sells: facts !== "", texts });
  const markdown = toMarkdown(content, base, page);
  const parts = [isChanged ? CONCEALED_NOTE : "", facts, markdown, ...described(texts, markdown)];
  const text = parts.filter((part) => part !== "").join("\n\n");
  return { title: titleOf(page), markdown: text, links: linksIn(page, base) };
}

/** Texts that the page tells programs, with a note, where it shows next to nothing to readers without scripts. */
function described(texts: readonly string[], markdown: string): string[] {
  const missing = texts.filter((text) => !markdown.includes(text.slice(0, COMPARED)));
  const length = missing.reduce((sum, text) => sum + text.length, 0);
  return length >= LEAST_DESCRIBED && length > MOST_SHOWN * markdown.length
    ? [DESCRIBED_NOTE, ...missing]
    : [];
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
