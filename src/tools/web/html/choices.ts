/** Turns a shop's choices (sizes, colours), which stand in forms and buttons, into text. */
import { type Element, elementsIn, isSame, type TreeNode, textOf } from "./tree.ts";

const BUYS = /add[-_]?to[-_]?(?:cart|basket|bag)|cart[-_/]?add|variations|product[-_]?form|buy[-_]?now/i;
const CHOOSERS = new Set(["radiogroup", "listbox"]);
const MOST_OPTIONS = 60;
const LONGEST_OPTION = 80;

/** Returns a copy of the tree in which the purchase form is a part of the page and its choices are text. */
export function withChoices(root: Element): Element {
  return shown(root, false) as Element;
}

function shown(node: TreeNode, isChoice: boolean): TreeNode {
  if (typeof node === "string") return node;
  const buys = node.name === "form" && isPurchase(node);
  if (isChoice && node.name === "select") return optionsOf(node);
  const chooses = isChoice || buys || CHOOSERS.has(node.attributes["role"] ?? "");
  const children = node.children.map((child) => shown(child, chooses));
  // Outside a purchase form, buttons share, close and scroll.
  if (node.name === "button" && isOption(node, isChoice))
    return { ...node, name: "span", children: [...children, " "] };
  if (!buys && isSame(children, node.children)) return node;
  return { ...node, name: buys ? "div" : node.name, children };
}

function isPurchase({ attributes }: Element): boolean {
  const { action = "", class: classes = "", id = "" } = attributes;
  const isCart = classes.split(/\s+/).includes("cart");
  return isCart || [action, classes, id].some((each) => BUYS.test(each.replace(/([a-z])([A-Z])/g, "$1-$2")));
}

function isOption({ attributes }: Element, isChoice: boolean): boolean {
  const role = attributes["role"] ?? "";
  return isChoice && (role === "radio" || role === "option");
}

function optionsOf(select: Element): Element {
  const options = optionsIn(select)
    .map((option) => textOf(option).replace(/\s+/g, " ").trim())
    .filter((text) => text !== "" && text.length <= LONGEST_OPTION);
  return { name: "p", attributes: {}, children: [[...new Set(options)].slice(0, MOST_OPTIONS).join(", ")] };
}

function optionsIn(node: Element): Element[] {
  return elementsIn(node).flatMap((child) => (child.name === "option" ? [child] : optionsIn(child)));
}
