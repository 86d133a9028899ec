/** Excludes elements that a reader can't see: they are not part of what the page says. */
import type { Element } from "./tree.ts";

const UNSEEN = new Set(
  "script style template svg canvas iframe object embed head title button select dialog annotation annotation-xml".split(
    " ",
  ),
);

export function visible(element: Element): boolean {
  return isShowable(element) && !isConcealed(element);
}

/** False for an element of a kind that is never part of the text. */
export function isShowable({ name }: Element): boolean {
  return !UNSEEN.has(name);
}

/** True for an element that scripts or styles may show later. */
export function isConcealed({ name, attributes }: Element): boolean {
  if (name === "noscript" || "hidden" in attributes || attributes["aria-hidden"] === "true") return true;
  if (attributes["style"] === undefined) return false;
  const style = attributes["style"].toLowerCase().replace(/\s+/g, "");
  return /display:none|visibility:hidden|opacity:0(?![.\d])|font-size:0(?![.\d])/.test(style);
}

/** True for an element that is concealed by its opacity alone. */
export function fadesIn({ name, attributes }: Element): boolean {
  const { style, hidden, "aria-hidden": isAria } = attributes;
  if (style === undefined || hidden !== undefined || isAria === "true" || name === "noscript") return false;
  const rules = style.toLowerCase().replace(/\s+/g, "");
  return (
    /opacity:0(?![.\d])/.test(rules) && !/display:none|visibility:hidden|font-size:0(?![.\d])/.test(rules)
  );
}
