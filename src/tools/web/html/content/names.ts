/** Classifies elements by the names that authors give them: boilerplate, comments, or content. */
import { type Element, elementsIn, textOf } from "../tree.ts";

/** Single words in a name that mark boilerplate. */
const AROUND = new Set(
  (
    "nav navbar navigation menu submenu megamenu mainmenu topmenu navmenu mainnav topnav subnav sidenav sitenav gnav gnavi globalnav localnav hamburger " +
    "sidebar footer breadcrumb breadcrumbs crumbs crumb brotkrumen brotkrume ariane pankuzu migas cookie cookies consent gdpr banner share sharing " +
    "sharedaddy addtoany shareaholic sharebar sharebuttons social socials socialshare teilen partage partager compartir condividi promo promotion promos " +
    "related relatedposts relatedarticles relatedtopics recommended recommendations recommendation newsletter newsletters optin subscribe subscription " +
    "paywall advert adverts advertisement advertising advertorial ad ads adslot adsense adbox adunit anzeige anzeigen werbung publicite publicidad reklama " +
    "sponsored sponsor outbrain taboola skip skiplink modal popup overlay offcanvas drawer minicart lightbox snackbar toast interstitial toolbar toolbox " +
    "pagination pager pagenav pagenumbers pagelinks pagesection trending popular meistgelesen upsell upsells crosssell crosssells recently carousel toc " +
    "editsection navbox catlinks masthead signup login topbar statusbar backtotop back2top noprint jumpbox tags taglist tagcloud facets facet filters " +
    "refinements sorter sortbar colophon copyright announcement wishlist minibasket sitenotice permissions"
  ).split(" "),
);
/** Words among them that tell a place or a way to show something, which may be content. */
const PLACES = new Set(
  "sidebar subnav nav navigation menu submenu banner promo paywall subscribe subscription overlay popup modal carousel announcement recently popular share social tags skip ad ads filters".split(
    " ",
  ),
);
/** Pairs of words that mark boilerplate. */
const AROUND_PAIRS = new RegExp(
  `(?:^| )(?:${[
    "cross sell|cross selling|most read|most popular|more stories|more articles|more posts|more topics|read next|up next|also like|also bought|also viewed",
    "last seen|last viewed|similar (?:threads|topics|items|products|posts|articles|homes|listings)|site (?:header|head|footer|info|nav)|page footer",
    "global (?:header|footer)|skip link|jump links|jump link|back to top|to top|scroll top|author (?:bio|box|card|profile|info|section|widget)|about author",
    "post tags|tag list|tag cloud|article tags|entry tags|tags links|tag links|cat links|post categories|comments link|table of contents|on this page|edit link",
    "edit page|edit this|page nav|prev next|next prev|post nav|nav links|entry footer|entry utility|post footer|article footer|widget area|recent posts",
    "recent comments|action bar|online list|stat block|statistics block|thread (?:tools|controls|info)|posting permissions|above postlist|language switcher",
    "lang switcher|lang switch|quick links|search (?:box|form|bar|results count)|result count|per page|sort by|trust badges|payment methods|weitere artikel",
    "mehr zum|lire aussi|pied page|pie pagina|mc embed|email signup|sign up|call to action|last updated|was this|page feedback|article votes|more questions",
    "print link|read also|pagination nav|load more|show more|view more|product actions|social links|review summary|reviews summary|gallery placeholder",
  ].join("|")})(?: |$)`,
);
const TALK =
  /(?:^| )(?:comments|commentlist|commentarea|commentwrap|disqus|kommentare|kommentar|commentaires|comentarios|commenti|reacties|webmentions|respond|comment (?:box|list|area|section|form|thread|text|wrap|wrapper|respond|container|count))(?: |$)/;
const CONTENT = /(?:^| )(?:article|entry|post|story|wiki|blog|news) (?:body|content|text)(?: |$)/;

/** Names of parts to keep, mostly in documentation: a list of chapters, and asides that belong to the text. */
const KEPT = new Set("toctree footnote footnotes admonition note callout tip warning".split(" "));
const LONGEST_HEADING = 300;

/** True for a part of the text, whatever else its name says. */
export function isCalledPartOfText(element: Element): boolean {
  return wordsIn(element).some((word) => KEPT.has(word));
}

/** `isRead`: most of it is running text, so that a name that only tells its place does not count. */
export function isNamedBoilerplate(element: Element, isRead = false): boolean {
  const words = wordsIn(element);
  if (words.length === 0) return false;
  const isAround = words.some((word) => AROUND.has(word) && !(isRead && PLACES.has(word)));
  return isAround || (!isRead && AROUND_PAIRS.test(words.join(" ")));
}

/** True for readers' comments below an article. */
export function isCalledTalk(element: Element): boolean {
  return TALK.test(wordsIn(element).join(" "));
}

export function isCalledContent(element: Element): boolean {
  const { role, itemprop = "" } = element.attributes;
  if (element.name === "main" || role === "main" || itemprop.split(" ").includes("articleBody")) return true;
  const name = wordsIn(element).join(" ");
  return element.name === "article" ? !/(?:^| )card(?: |$)/.test(name) : CONTENT.test(name);
}

/** Words by the attributes they are made of, which copies of an element share. */
const known = new WeakMap<Element["attributes"], readonly string[]>();
const NO_WORDS: readonly string[] = [];

/** Words of an element's names, however they are written: `related-posts`, `RelatedPosts_wrap__x3`, `related_posts`. */
export function wordsIn(element: Element): readonly string[] {
  const { class: classes, id, "data-testid": tested } = element.attributes;
  if (classes === undefined && id === undefined && tested === undefined) return NO_WORDS;
  const found = known.get(element.attributes);
  if (found) return found;
  const words = splitName(nameOf(element));
  known.set(element.attributes, words);
  return words;
}

function nameOf(element: Element): string {
  const { class: classes = "", id = "", "data-testid": tested = "" } = element.attributes;
  return isOwnHeading(element, id) ? `${classes} ${tested}` : `${classes} ${id} ${tested}`;
}

/** Names that a blog makes of a post's own categories and tags. */
const OF_TAXONOMY = /(?<=^|\s)(?:category|tag|cat|product_cat|product_tag|term|topic)[-_]\S*/g;

function splitName(name: string): string[] {
  if (name.length <= 1 || name.length > 1_000) return [];
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
