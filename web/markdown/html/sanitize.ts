/** Sanitizes the HTML of a message into nodes that are safe to show. An allow-list; nothing is fetched on the way. */

import createPurifier from "dompurify";
import { t } from "../../words/t.ts";
import { linkAddress, ownPicture } from "./addresses.ts";

const TAGS = [
  ...["p", "br", "hr", "h1", "h2", "h3", "h4", "h5", "h6", "blockquote", "pre", "code", "kbd", "samp"],
  ...["strong", "b", "em", "i", "del", "s", "u", "mark", "sub", "sup", "small", "abbr", "q", "cite"],
  ...[
    "ul",
    "ol",
    "li",
    "dl",
    "dt",
    "dd",
    "input",
    "table",
    "thead",
    "tbody",
    "tfoot",
    "tr",
    "th",
    "td",
    "caption",
  ],
  ...["a", "img", "span", "div", "details", "summary"],
];
const ATTRIBUTES = [
  ...[
    "href",
    "src",
    "alt",
    "title",
    "start",
    "align",
    "colspan",
    "rowspan",
    "open",
    "type",
    "checked",
    "disabled",
  ],
  ...["data-tex", "data-display", "data-language"],
];

const purifier = createPurifier(window);
// Set once: passed with each text, it is parsed each time, which takes as long as the text.
purifier.setConfig({
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ATTRIBUTES,
  ALLOW_DATA_ATTR: false,
  ALLOW_ARIA_ATTR: false,
  RETURN_DOM_FRAGMENT: true,
});

// Runs in DOMPurify's inert document: a picture there does not load, so a foreign one never does.
purifier.addHook("afterSanitizeAttributes", (node) => {
  if (node instanceof Element) tame(node);
});

export function sanitize(html: string, placed: (url: string) => string): DocumentFragment {
  // The types require this option; the configuration set above holds.
  const fragment = purifier.sanitize(html, { RETURN_DOM_FRAGMENT: true });
  for (const picture of fragment.querySelectorAll("[data-foreign]"))
    picture.replaceWith(pictureLink(picture));
  for (const file of fragment.querySelectorAll("img[src], a[href]")) place(file, placed);
  for (const box of fragment.querySelectorAll("li input")) named(box);
  for (const table of fragment.querySelectorAll("table")) scrollable(table);
  direct(fragment);
  return fragment;
}

const LONGEST_NAME = 200;

/** Labels a task's checkbox with its text, without the tasks below it. */
function named(box: Element): void {
  const task = box.closest("li")?.cloneNode(true) as Element;
  for (const list of task.querySelectorAll("ul, ol")) list.remove();
  const name = (task.textContent ?? "").replace(/\s+/g, " ").trim().slice(0, LONGEST_NAME);
  box.setAttribute("aria-label", name || t("Task"));
}

/** A block has the direction of its first words; code always runs from left to right. */
function direct(fragment: DocumentFragment): void {
  for (const block of fragment.children) block.setAttribute("dir", "auto");
  // With a direction of its own, code does not affect that of the sentence around it.
  for (const code of fragment.querySelectorAll("code, kbd, samp, pre, [data-tex]"))
    code.setAttribute("dir", "ltr");
}

function tame(node: Element): void {
  if (node.nodeName === "A") tameLink(node);
  if (node.nodeName === "IMG") tamePicture(node);
  if (node.nodeName === "INPUT") {
    node.setAttribute("type", "checkbox");
    node.setAttribute("disabled", "");
  }
}

function tameLink(node: Element): void {
  const href = linkAddress(node.getAttribute("href") ?? "", location.origin);
  node.removeAttribute("href");
  // Shows the target before the link is followed.
  if (href !== undefined) setAttributes(node, { ...opening(href), title: href });
}

function tamePicture(node: Element): void {
  const src = node.getAttribute("src") ?? "";
  const own = ownPicture(src, location.origin);
  node.removeAttribute("src");
  if (own === undefined) node.setAttribute("data-foreign", src);
  else setAttributes(node, { src: own, loading: "lazy", decoding: "async" });
}

/** Addresses are complete by now. Those of our own origin lead to files, and nowhere else. */
function place(node: Element, placed: (url: string) => string): void {
  const name = node.nodeName === "IMG" ? "src" : "href";
  const address = node.getAttribute(name) ?? "";
  const path = address.startsWith(`${location.origin}/`) ? address.slice(location.origin.length) : address;
  node.setAttribute(name, placed(path));
}

function opening(href: string): Record<string, string> {
  return { href, target: "_blank", rel: "noopener noreferrer nofollow" };
}

function setAttributes(node: Element, values: Record<string, string>): void {
  for (const [name, value] of Object.entries(values)) node.setAttribute(name, value);
}

/** Replaces a foreign picture by a link: its full address to read, and to open on purpose. */
function pictureLink(picture: Element): Element {
  const address = picture.getAttribute("data-foreign") ?? "";
  const href = /^https?:/i.test(address) ? linkAddress(address, location.origin) : undefined;
  const link = document.createElement(href === undefined ? "span" : "a");
  link.className = "foreign-picture";
  if (href !== undefined) setAttributes(link, opening(href));
  const alt = picture.getAttribute("alt") ?? "";
  link.append(
    element("strong", alt === "" ? t("External image") : alt),
    element("span", href ?? t("address not allowed")),
  );
  return link;
}

function element(name: string, text: string): Element {
  const node = document.createElement(name);
  node.textContent = text;
  return node;
}

function scrollable(table: Element): void {
  const frame = document.createElement("div");
  frame.className = "table-frame";
  frame.tabIndex = 0;
  table.replaceWith(frame);
  frame.append(table);
}
