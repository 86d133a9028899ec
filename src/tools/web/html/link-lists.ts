/** Lists of links to elsewhere, and which of them an article itself has in its text. */
import { isCalledPartOfText } from "./names.ts";
import { type Element, elementsIn, textOf } from "./tree.ts";

export interface Lengths {
  text: number;
  linked: number;
  links: number;
}

/** Of the text of a part, in links, for it to be a list of links. */
const LINKED = 0.75;
const LEAST_LINKS = 4;
/** Longer than this on average, the parts of a list are no teasers. */
const TEASER = 320;
const LEAST_TEASERS = 3;
/** Characters of a paragraph that is none of a card, and how many such make the parent of a list an article. */
const PARAGRAPH = 80;
const LEAST_PARAGRAPHS = 2;
/** Above a list, what leads away from the article. */
const AWAY =
  /^(?:related|more|read|also|you (?:may|might)|popular|trending|recommend|share|tags?\b|topics?\b|follow|most|latest|newest|top stories|what to read|editors?|mehr|auch|lire|sur le même|à lire|leia|lea|más|altri)/i;
const LONGEST_TITLE = 80;
const PRICE = /[€$£¥₹]\s?\d|\d\s?(?:[€£¥₹]|(?:EUR|USD|CHF|GBP|SEK|NOK|DKK|PLN|CZK|JPY|kr|zł|Kč)\b)/;
const DEEPEST_PICTURE = 8;

type LengthsOf = (element: Element) => Lengths;

/** Whether an element of one page leads to others. `parent`: of the element, if it has one. */
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

/** Of what stands in one parent: looked at once, however many lists there are. */
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
  // In an item of a list that stays, a list is what the item says.
  const isText = parent.name === "li" || isCalledPartOfText(parent) || paragraphs >= LEAST_PARAGRAPHS;
  return { hasText: isText, above };
}

function isListOfLinks({ name }: Element, { text, linked, links }: Lengths): boolean {
  return (
    name !== "p" && name !== "span" && name !== "table" && links >= LEAST_LINKS && linked > LINKED * text
  );
}

/** A list between paragraphs, with no heading above it that leads away. */
function isOfArticle(list: Element, { hasText, above }: Surroundings): boolean {
  if (!hasText || (list.name !== "ul" && list.name !== "ol")) return false;
  const before = above.get(list);
  const title = before ? textOf(before).trim() : "";
  return title.length > LONGEST_TITLE || !AWAY.test(title);
}

function isRunning({ name }: Element, { text, linked }: Lengths): boolean {
  return (name === "p" || name === "blockquote" || name === "ul") && text - linked >= PARAGRAPH;
}

/** Cards side by side, each with few words and a heading that leads elsewhere, or of a product with its price. */
function isTeasers(element: Element, of: LengthsOf): boolean {
  const cards = elementsIn(element);
  if (cards.length < LEAST_TEASERS) return false;
  const teasers = cards.filter((card) => {
    const { text, links } = of(card);
    return links > 0 && text < TEASER && (hasLinkedHeading(card, 0) || isProduct(card));
  });
  return teasers.length >= LEAST_TEASERS && teasers.length >= cards.length * 0.7;
}

/** Its picture leads to it. A plan that is offered has a price and a link, too, and no such picture. */
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
