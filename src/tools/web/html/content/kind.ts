/** Tells which kind of page it is, by what its markup says of itself. */
import { type Entity, isOfType } from "../structured.ts";
import { type Element, elementsIn } from "../tree.ts";
import { isCalled, wordsIn } from "./words.ts";

/** `thread`: people's posts are the content. `list`: cards and links to other pages are. `other`: the markup does not say. */
export type PageKind = "article" | "thread" | "product" | "list" | "other";

const ARTICLE = [
  "article",
  "newsarticle",
  "blogposting",
  "reportagenewsarticle",
  "techarticle",
  "recipe",
  "opinionnewsarticle",
];
const THREAD = ["discussionforumposting", "qapage", "question"];
const LIST = ["collectionpage", "itemlist", "searchresultspage"];

/** Words of names that only software of forums writes, one or two side by side. */
const OF_THREADS =
  /(?:^| )(?:postprofile|postbit|postbitlegacy|postcontainer|posts container|message user|message post|crawler post|topic body|commtext|commentarea|post author|author information|poster|lia message|cpost|ips comment|comment node|post stream|shreddit comment|bbp reply content|threadauthor|item discussion|message list|js question|question page|section viewtopic|posterdetails|userinfo)(?: |$)/;
/** Posts that must be marked so: one alone may be a post's author in a blog. */
const LEAST_POSTS = 2;
const OF_ARTICLES = new Set(["single", "postid"]);
const OF_LISTS = new Set(["archive", "category", "blog", "search", "tag"]);
const MOST_MARKS = 400;

/** `sells`: structured data describes one product. */
export function kindOf(root: Element, entities: readonly Entity[], sells: boolean): PageKind {
  if (sells) return "product";
  if (entities.some((entity) => isOfType(entity, ...THREAD)) || countPosts(root) >= LEAST_POSTS)
    return "thread";
  const type = ogType(root);
  if (type === "product" || type === "product.item") return "product";
  if (entities.some((entity) => isOfType(entity, ...ARTICLE)) || type === "article") return "article";
  if (entities.some((entity) => isOfType(entity, ...LIST))) return "list";
  const ofBody = bodyOf(root) ? wordsIn(bodyOf(root) ?? root) : [];
  if (ofBody.includes("product") && ofBody.includes("single")) return "product";
  if (ofBody.some((word) => OF_LISTS.has(word)) && !ofBody.includes("single")) return "list";
  return ofBody.some((word) => OF_ARTICLES.has(word)) ? "article" : "other";
}

function countPosts(node: Element): number {
  let count = 0;
  for (const child of node.children) {
    if (typeof child === "string") continue;
    const { itemtype = "" } = child.attributes;
    const isPost = isCalled(child, OF_THREADS) || /\/(?:Answer|DiscussionForumPosting)$/.test(itemtype);
    count += (isPost ? 1 : 0) + (count < MOST_MARKS ? countPosts(child) : 0);
  }
  return count;
}

function ogType(root: Element): string {
  const head = elementsIn(root).flatMap((child) => (child.name === "html" ? elementsIn(child) : [child]));
  const metas = head.flatMap((child) => (child.name === "head" ? elementsIn(child) : [child]));
  const type = metas.find(({ name, attributes }) => name === "meta" && attributes["property"] === "og:type");
  return (type?.attributes["content"] ?? "").trim().toLowerCase();
}

function bodyOf(root: Element): Element | undefined {
  for (const child of elementsIn(root)) {
    if (child.name === "body") return child;
    const inner = child.name === "html" ? bodyOf(child) : undefined;
    if (inner) return inner;
  }
  return undefined;
}
