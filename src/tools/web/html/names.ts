/** Classifies elements by the names that authors give them: boilerplate, comments, or content. */
import { type Element, elementsIn, textOf } from "./tree.ts";

/** Single words in a name that mark boilerplate. */
const AROUND = new Set(
  (
    "nav navbar navigation menu submenu megamenu sidebar footer breadcrumb breadcrumbs cookie cookies consent gdpr banner share sharing social " +
    "promo promotion promos related relatedposts recommended recommendations recommendation newsletter subscribe subscription paywall advert adverts " +
    "advertisement ads adslot sponsored sponsor outbrain taboola skip modal popup overlay toolbar pagination pager trending popular " +
    "upsell crosssell recently carousel toc editsection navbox catlinks masthead signup login topbar statusbar backtotop"
  ).split(" "),
);
/** Pairs of words that mark boilerplate. */
const AROUND_PAIRS =
  /(?:^| )(?:cross sell|most read|more stories|read next|also like|also bought|also viewed|site header|page header|global header|skip link|jump links|back to top|author bio|post tags|tag list|table of contents|edit link|page nav|prev next|next prev)(?: |$)/;
const TALK =
  /(?:^| )(?:comments|commentlist|commentarea|disqus|comment (?:box|list|area|section|form|thread|text|wrap|wrapper))(?: |$)/;
const CONTENT = /(?:^| )(?:article|entry|post|story) (?:body|content|text)(?: |$)/;

/** Names of parts to keep, mostly in documentation: a list of chapters, and asides that belong to the text. */
const KEPT = new Set("toctree footnote footnotes admonition note callout tip warning".split(" "));
const LONGEST_HEADING = 300;

/** True for a part of the text, whatever else its name says. */
export function isCalledPartOfText(element: Element): boolean {
  return wordsIn(element).some((word) => KEPT.has(word));
}

export function isNamedBoilerplate(element: Element): boolean {
  const words = wordsIn(element);
  return words.some((word) => AROUND.has(word)) || AROUND_PAIRS.test(words.join(" "));
}

/** True for readers' comments below an article. */
export function isCalledTalk(element: Element): boolean {
  return TALK.test(wordsIn(element).join(" "));
}

export function isCalledContent(element: Element): boolean {
  const { role, itemprop } = element.attributes;
  if (element.name === "main" || role === "main" || itemprop === "articleBody") return true;
  const name = wordsIn(element).join(" ");
  return element.name === "article" ? !/(?:^| )card(?: |$)/.test(name) : CONTENT.test(name);
}

/** Words of an element's names, however they are written: `related-posts`, `RelatedPosts_wrap__x3`, `related_posts`. */
function wordsIn(element: Element): string[] {
  const { class: classes = "", id = "" } = element.attributes;
  const name = isOwnHeading(element, id) ? classes : `${classes} ${id}`;
  if (name.length <= 1 || name.length > 1_000) return [];
  return name
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
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
