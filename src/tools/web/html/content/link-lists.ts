/** Recognizes lists of links that lead away from a page, as opposed to lists within an article's text. */

import { type Element, elementsIn, textOf } from "../tree.ts";
import { isCalledPartOfText } from "./names.ts";

export interface Lengths {
  text: number;
  linked: number;
  links: number;
}

/** Share of an element's text in links from which it counts as a list of links. */
const LINKED = 0.75;
const LEAST_LINKS = 4;
/** Average length in characters up to which links name parts of a site. */
const SHORT_LINK = 22;
/** Average length in characters from which the entries of a list are not teasers. */
const TEASER = 320;
const LEAST_TEASERS = 3;
/**
 * Length from which a paragraph is not part of a card, and how many such paragraphs make the list's parent an article.
 */
const PARAGRAPH = 80;
const LEAST_PARAGRAPHS = 2;
/** Matches headings above lists that lead away from the article. */
const AWAY =
  /^(?:related|more|read|also|you (?:may|might)|popular|trending|recommend|share|tags?\b|topics?\b|follow|most|latest|newest|top stories|what to read|editors?|mehr|auch|lire|sur le même|à lire|leia|lea|más|altri)/i;
const LONGEST_TITLE = 80;
const PRICE = /[€$£¥₹]\s?\d|\d\s?(?:[€£¥₹]|(?:EUR|USD|CHF|GBP|SEK|NOK|DKK|PLN|CZK|JPY|kr|zł|Kč)\b)/;
const PRICES = new RegExp(PRICE, "g");
const DEEPEST_PICTURE = 8;

type LengthsOf = (element: Element) => Lengths;

/** Returns a test for elements that lead to other pages. `parent` is the element's, if it has one. */
export function elsewhereBy(of: LengthsOf): (element: Element, parent: Element | undefined) => boolean {
  const known = new Map<Element, Surroundings>();
  const surroundings = (parent: Element) => {
    const found = known.get(parent) ?? surroundingsOf(parent, of);
    known.set(parent, found);
    return found;
  };
  return (element, parent) => {
    if (isTeasers(element, of)) return true;
    return isListOfLinks(element, of(element)) && !(parent && isOfArticle(element, surroundings(parent)));
  };
}

/** Facts about one parent's children, computed once for all lists in it. */
interface Surroundings {
  hasText: boolean;
  above: ReadonlyMap<Element, Element>;
}

function surroundingsOf(parent: Element, of: LengthsOf): Surroundings {
  const children = elementsIn(parent);
  const paragraphs = children.filter((each) => isRunning(each, of(each))).length;
  const above = new Map<Element, Element>();
  for (const [at, child] of children.entries()) {
    const before = children[at - 1];
    if (before) above.set(child, before);
  }
  // A list inside an item of a kept list is part of that item's text.
  const isText = parent.name === "li" || isCalledPartOfText(parent) || paragraphs >= LEAST_PARAGRAPHS;
  return { hasText: isText, above };
}

function isListOfLinks({ name }: Element, { text, linked, links }: Lengths): boolean {
  return (
    name !== "p" && name !== "span" && name !== "table" && links >= LEAST_LINKS && linked > LINKED * text
  );
}

/** True for a list of links of a word or two each: it leads through the site, and lists nothing. */
export function isMenu(element: Element, lengths: Lengths): boolean {
  return (
    isListOfLinks(element, lengths) &&
    lengths.linked < SHORT_LINK * lengths.links &&
    element.name !== "article" &&
    !hasHeading(element)
  );
}

function hasHeading(node: Element): boolean {
  return elementsIn(node).some((child) => /^h[1-6]$/.test(child.name) || hasHeading(child));
}

/** Prices in a list: a shop's cards have one each. */
export function countPrices(list: Element): number {
  return textOf(list).match(PRICES)?.length ?? 0;
}

/** True for a list between paragraphs without a heading that leads away. */
function isOfArticle(list: Element, { hasText, above }: Surroundings): boolean {
  if (!hasText || (list.name !== "ul" && list.name !== "ol")) return false;
  const before = above.get(list);
  const title = before ? textOf(before).trim() : "";
  return title.length > LONGEST_TITLE || !AWAY.test(title);
}

function isRunning({ name }: Element, { text, linked }: Lengths): boolean {
  return (name === "p" || name === "blockquote" || name === "ul") && text - linked >= PARAGRAPH;
}

/** True for cards side by side, each with few words and a linked heading, or with a product and its price. */
function isTeasers(element: Element, of: LengthsOf): boolean {
  const cards = elementsIn(element);
  if (cards.length < LEAST_TEASERS) return false;
  const teasers = cards.filter((card) => {
    const { text, links } = of(card);
    return links > 0 && text < TEASER && (hasLinkedHeading(card, 0) || isProduct(card));
  });
  return teasers.length >= LEAST_TEASERS && teasers.length >= cards.length * 0.7;
}

/** A product's picture is a link to it. A pricing plan also has a price and a link, but no such picture. */
function isProduct(card: Element): boolean {
  return hasLinkedPicture(card, false, 0) && PRICE.test(textOf(card));
}

function hasLinkedPicture(node: Element, linked: boolean, depth: number): boolean {
  if (depth > DEEPEST_PICTURE) return false;
  return elementsIn(node).some(
    (child) =>
      (linked && child.name === "img") || hasLinkedPicture(child, linked || child.name === "a", depth + 1),
  );
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
