/** Words that authors name an element by, and tests of them, each made once for all elements of that name. */
import { type Element, elementsIn, textOf } from "../tree.ts";

interface Naming {
  words: readonly string[];
  joined: string;
  tested: Map<RegExp, boolean>;
}

/** Namings by the attributes they are made of, which copies of an element share, and by the names themselves. */
const ofAttributes = new WeakMap<Element["attributes"], Naming>();
const ofNames = new Map<string, Naming>();
const MOST_NAMES = 4_000;
const NAMELESS: Naming = { words: [], joined: "", tested: new Map() };
const LONGEST_HEADING = 300;

/** Words of an element's names, however they are written: `related-posts`, `RelatedPosts_wrap__x3`, `related_posts`. */
export function wordsIn(element: Element): readonly string[] {
  return namingOf(element).words;
}

/** Tells whether an element's names, joined by spaces, match. False for an element without a name. */
export function isCalled(element: Element, pattern: RegExp): boolean {
  const naming = namingOf(element);
  if (naming.joined === "") return false;
  const known = naming.tested.get(pattern);
  if (known !== undefined) return known;
  const matches = pattern.test(naming.joined);
  naming.tested.set(pattern, matches);
  return matches;
}

/** Matches any of the words as a whole word of a name. */
export function anyOf(words: Iterable<string>): RegExp {
  return new RegExp(`(?:^| )(?:${[...words].join("|")})(?: |$)`);
}

function namingOf(element: Element): Naming {
  const { class: classes, id, "data-testid": tested } = element.attributes;
  if (classes === undefined && id === undefined && tested === undefined) return NAMELESS;
  const found = ofAttributes.get(element.attributes);
  if (found) return found;
  const naming = namingBy(nameOf(element));
  ofAttributes.set(element.attributes, naming);
  return naming;
}

function namingBy(name: string): Naming {
  const found = ofNames.get(name);
  if (found) return found;
  const words = splitName(name);
  const naming = words.length === 0 ? NAMELESS : { words, joined: words.join(" "), tested: new Map() };
  if (ofNames.size >= MOST_NAMES) ofNames.clear();
  if (name.length <= LONGEST_NAME) ofNames.set(name, naming);
  return naming;
}

function nameOf(element: Element): string {
  const { class: classes = "", id = "", "data-testid": tested = "" } = element.attributes;
  return isOwnHeading(element, id) ? `${classes} ${tested}` : `${classes} ${id} ${tested}`;
}

const LONGEST_NAME = 1_000;
/** Names that a blog makes of a post's own categories and tags. */
const OF_TAXONOMY = /(?<=^|\s)(?:category|tag|cat|product_cat|product_tag|term|topic)[-_]\S*/g;

function splitName(name: string): string[] {
  if (name.length <= 1 || name.length > LONGEST_NAME) return [];
  return name
    .replace(OF_TAXONOMY, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== "");
}

/**
 * True when the id is a slug of the section's heading: its words belong to the content, as in `sharing-with-others`.
 */
function isOwnHeading(element: Element, id: string): boolean {
  if (id === "") return false;
  // More anchors may precede the heading.
  const heading = elementsIn(element)
    .slice(0, 3)
    .find(({ name }) => /^h[1-6]$/.test(name));
  if (!heading) return false;
  const anchor = slugOf(id).replace(/-\d+$/, "");
  return anchor !== "" && slugOf(textOf(heading).slice(0, LONGEST_HEADING)).includes(anchor);
}

function slugOf(text: string): string {
  return (text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).join("-");
}
