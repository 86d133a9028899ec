/** Classifies elements by the names that authors give them: boilerplate, comments, or content. */
import type { Element } from "../tree.ts";
import { anyOf, isCalled } from "./words.ts";

/** Single words in a name that mark boilerplate. */
const AROUND = new Set(
  (
    "nav navbar navigation menu submenu megamenu mainmenu topmenu navmenu mainnav topnav subnav sidenav sitenav gnav gnavi globalnav localnav hamburger " +
    "sidebar footer breadcrumb breadcrumbs crumbs crumb brotkrumen brotkrume ariane pankuzu migas cookie cookies consent gdpr banner share sharing " +
    "sharedaddy addtoany shareaholic sharebar sharebuttons social socials socialshare teilen partage partager compartir condividi promo promotion promos " +
    "related relatedposts relatedarticles relatedtopics recommended recommendations recommendation newsletter newsletters optin subscribe subscription " +
    "paywall advert adverts advertisement advertising advertorial ad ads adslot adsense adbox adunit anzeige anzeigen werbung publicite publicidad reklama " +
    "sponsored sponsor outbrain taboola skip skiplink modal popup overlay offcanvas drawer minicart lightbox snackbar tooltip popover hovercard toast interstitial toolbar toolbox " +
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
const AROUND_WORD = anyOf(AROUND);
const AROUND_EVERYWHERE = anyOf([...AROUND].filter((word) => !PLACES.has(word)));
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
const KEPT = anyOf("toctree footnote footnotes admonition note callout tip warning".split(" "));
const CARD = anyOf(["card"]);

/** True for a part of the text, whatever else its name says. */
export function isCalledPartOfText(element: Element): boolean {
  return isCalled(element, KEPT);
}

/** `isRead`: most of it is running text, so that a name that only tells its place does not count. */
export function isNamedBoilerplate(element: Element, isRead = false): boolean {
  if (isRead) return isCalled(element, AROUND_EVERYWHERE);
  return isCalled(element, AROUND_WORD) || isCalled(element, AROUND_PAIRS);
}

/** True for readers' comments below an article. */
export function isCalledTalk(element: Element): boolean {
  return isCalled(element, TALK);
}

export function isCalledContent(element: Element): boolean {
  const { role, itemprop = "" } = element.attributes;
  if (element.name === "main" || role === "main" || itemprop.split(" ").includes("articleBody")) return true;
  return element.name === "article" ? !isCalled(element, CARD) : isCalled(element, CONTENT);
}
