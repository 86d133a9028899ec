/** Reduces a forum's thread to its posts: who wrote each and what, without ranks, counts, signatures and buttons. */
import { classesOf, type Element, type TreeNode, textOf } from "../tree.ts";
import { isCalled } from "./words.ts";

/** Panels beside a post that tell of its author. The name in them is kept. */
const PANEL =
  /(?:^| )(?:postprofile|userinfo|message user(?! content)|poster|post author|author information|author statistics|user info|posterdetails|bbp reply author|postauthor|lia message author|post signature|user details)(?: |$)/;
const MEMBER =
  /^(?:username|author|creator|hnuser|bbp-author-name|message-name|largetext|poster-name|user-name|fn)$/i;
/** Details around a post that are none of its words. */
const DETAIL =
  /(?:^| )(?:signature|sig|signaturecontainer|moderatorbar|post buttons|post menu|post controls|postfoot|nodecontrols|postcounter|votecell|vote count|flat list|reactions bar|reactions|likes|post likes|comment bottom btns|message action bar|message attribution opposite|message footer|user title|usertitle|badges|badgecount|reputation score|post taglist|midcol|navs|votelinks|rank|postcount|membergroup|thread info|similar threads|read times|score|numchildren|expand link|sort|sorted|menuarea|panestack title|bbp header|bbp footer|bbp template notice|bbp pagination|bbp breadcrumb|nodecontrol|list inline|listinline|jump to|msgnav|post rank|author title|linklist|buttons|btn group|postbit buttons)(?: |$)/;
const LONGEST_NAME = 60;
/** Characters from which an element is more than a detail of a post. */
const LARGEST_DETAIL = 600;

export function withPostsAlone(node: Element): Element {
  const children = node.children.flatMap((child): TreeNode[] => {
    if (typeof child === "string") return [child];
    if (isCalled(child, DETAIL) && !isLong(child)) return [];
    if (isCalled(child, PANEL) && !isLong(child)) return memberIn(child);
    return [withPostsAlone(child)];
  });
  return { ...node, children };
}

function isLong(element: Element): boolean {
  return textOf(element).length > LARGEST_DETAIL;
}

/** The name of the member that a panel tells of, on a line of its own. */
function memberIn(panel: Element): TreeNode[] {
  const found = named(panel);
  const text = found ? textOf(found).trim() : "";
  if (!found || text === "" || text.length > LONGEST_NAME) return [];
  return [{ name: "p", attributes: {}, children: [{ name: "strong", attributes: {}, children: [text] }] }];
}

function named(node: Element): Element | undefined {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    if (classesOf(child).some((name) => MEMBER.test(name))) return child;
    const inner = named(child);
    if (inner) return inner;
  }
  return undefined;
}
