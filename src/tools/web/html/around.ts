/** What stands around the content of a page: by what it is, by its name, by being links and nothing else. */
import { type Element, elementsIn, type TreeNode } from "./tree.ts";

const AROUND = new Set("nav footer aside form".split(" "));
const ROLES = new Set("navigation contentinfo search complementary banner dialog alert".split(" "));
/** One of the words that a name is made of. */
const WORDS = new Set(
  (
    "nav navbar navigation menu submenu megamenu sidebar footer breadcrumb breadcrumbs cookie cookies consent gdpr banner share sharing social " +
    "promo promotion promos related recommended recommendations recommendation newsletter subscribe subscription paywall advert adverts " +
    "advertisement ads adslot sponsored sponsor outbrain taboola skip modal popup overlay toolbar pagination pager trending popular " +
    "upsell crosssell recently carousel toc editsection navbox catlinks masthead signup login topbar statusbar backtotop"
  ).split(" "),
);
/** Two words that say it together. */
const PAIRS =
  /(?:^| )(?:cross sell|most read|more stories|read next|also like|also bought|also viewed|site header|page header|global header|skip link|jump links|back to top|author bio|post tags|tag list|table of contents|edit link|page nav|prev next|next prev)(?: |$)/;
const CONTAINERS = new Set("div section ul ol header table p span".split(" "));
/** Of all text: what is so large is the content, however it is called. */
const TOO_LARGE = 0.5;
/** Of the text of a part, in links, for it to be a list of links. */
const LINKED = 0.75;
const LEAST_LINKS = 4;
/** Longer than this on average, the parts of a list are no teasers. */
const TEASER = 320;
const LEAST_TEASERS = 3;

interface Lengths {
  text: number;
  linked: number;
  links: number;
}

/** Whether an element of this page stands around its content. */
export function aroundBy(root: Element): (element: Element) => boolean {
  const lengths = new Map<Element, Lengths>();
  const all = measure(root, lengths, false).text;
  return (element) => {
    const own = lengths.get(element) ?? { text: 0, linked: 0, links: 0 };
    if (AROUND.has(element.name) || ROLES.has(element.attributes["role"] ?? "")) return own.text < all * 0.9;
    if (!CONTAINERS.has(element.name) || own.text > all * TOO_LARGE) return false;
    return isCalledSo(element) || isListOfLinks(element, own) || isTeasers(element, lengths);
  };
}

function measure(node: Element, lengths: Map<Element, Lengths>, linked: boolean): Lengths {
  const sum: Lengths = { text: 0, linked: 0, links: node.name === "a" ? 1 : 0 };
  const isLinked = linked || node.name === "a";
  for (const child of node.children) add(sum, lengthsOf(child, lengths, isLinked));
  lengths.set(node, sum);
  return sum;
}

function lengthsOf(child: TreeNode, lengths: Map<Element, Lengths>, linked: boolean): Lengths {
  if (typeof child !== "string") return measure(child, lengths, linked);
  const text = child.trim().length;
  return { text, linked: linked ? text : 0, links: 0 };
}

function add(sum: Lengths, more: Lengths): void {
  sum.text += more.text;
  sum.linked += more.linked;
  sum.links += more.links;
}

/** Names are written in many ways: `related-posts`, `RelatedPosts_wrap__x3`, `related_posts`. */
function isCalledSo({ attributes }: Element): boolean {
  const name = `${attributes["class"] ?? ""} ${attributes["id"] ?? ""}`;
  if (name.length <= 1 || name.length > 1_000) return false;
  const words = name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/);
  return words.some((word) => WORDS.has(word)) || PAIRS.test(words.join(" "));
}

function isListOfLinks({ name }: Element, { text, linked, links }: Lengths): boolean {
  return (
    name !== "p" && name !== "span" && name !== "table" && links >= LEAST_LINKS && linked > LINKED * text
  );
}

/** Cards side by side, each with a heading that leads elsewhere and few words. */
function isTeasers(element: Element, lengths: ReadonlyMap<Element, Lengths>): boolean {
  const cards = elementsIn(element);
  if (cards.length < LEAST_TEASERS) return false;
  const teasers = cards.filter((card) => {
    const { text = 0, links = 0 } = lengths.get(card) ?? {};
    return links > 0 && text < TEASER && hasLinkedHeading(card, 0);
  });
  return teasers.length >= LEAST_TEASERS && teasers.length >= cards.length * 0.7;
}

function hasLinkedHeading(node: Element, depth: number): boolean {
  if (depth > 4) return false;
  return elementsIn(node).some((child) => {
    const isHeading = /^h[2-6]$/.test(child.name);
    if (isHeading && depth > 0 && node.name === "a") return true;
    if (isHeading) return elementsIn(child).some(({ name }) => name === "a");
    return hasLinkedHeading(child, depth + 1);
  });
}
