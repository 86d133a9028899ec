/** Footnotes of a page: their marks in the text, and the notes that the marks lead to. */
import { classesOf, type Element, textOf } from "./tree.ts";

/** Footnotes by the id of their element. An element without a mark is not a footnote. */
export interface Notes {
  /** The label of the note that the link leads to. */
  marked(link: Element): string | undefined;
  /** The label of a footnote's element. */
  labelOf(element: Element): string | undefined;
}

const HOLDERS = new Set("li div p aside dd section span".split(" "));
const MOST_NOTES = 2_000;
const LONGEST_LABEL = 20;
const REF_CLASS = /^(?:footnote-?ref|footnote|fn|noteref|reference|sidenote|footnote-anchor)$/i;
const BACK_CLASS = /back-?(?:ref|link)|reversefootnote|footnote-(?:return|backlink)|mw-cite-backlink/i;

export function notesOf(root: Element): Notes {
  const ids = new Set<string>();
  const marks: { target: string; label: string }[] = [];
  collect(root, { ids, marks, raised: false });
  const labels = new Map<string, string>();
  for (const { target, label } of marks.slice(0, MOST_NOTES))
    if (ids.has(target) && !labels.has(target)) labels.set(target, label);
  return {
    marked: (link) => labels.get(targetOf(link) ?? ""),
    labelOf: ({ name, attributes }) => (HOLDERS.has(name) ? labels.get(attributes["id"] ?? "") : undefined),
  };
}

interface Found {
  ids: Set<string>;
  marks: { target: string; label: string }[];
  /** Whether the search is inside a `sup`. */
  raised: boolean;
}

function collect(node: Element, found: Found): void {
  for (const child of node.children) {
    if (typeof child === "string") continue;
    const { id } = child.attributes;
    if (id && HOLDERS.has(child.name)) found.ids.add(id);
    const target = child.name === "a" ? targetOf(child) : undefined;
    if (target && (found.raised || isMark(child)) && !isWayBack(child)) {
      const label = textOf(child).replace(/[[\]\s]/g, "");
      if (label !== "" && label.length <= LONGEST_LABEL) found.marks.push({ target, label });
    }
    collect(child, child.name === "sup" ? { ...found, raised: true } : found);
  }
}

/** True for a link from a footnote back to its mark, which is left out. */
export function isWayBack(element: Element): boolean {
  const { role, class: classes } = element.attributes;
  if (role === "doc-backlink" || (classes !== undefined && BACK_CLASS.test(classes))) return true;
  return (
    element.name === "a" && targetOf(element) !== undefined && /^\s*[↩↑⤴^]\ufe0e?\s*$/.test(textOf(element))
  );
}

function isMark(link: Element): boolean {
  const { role, rel } = link.attributes;
  return role === "doc-noteref" || rel === "footnote" || classesOf(link).some((name) => REF_CLASS.test(name));
}

function targetOf({ attributes }: Element): string | undefined {
  const href = attributes["href"] ?? "";
  return href.startsWith("#") && href.length > 1 ? safeDecoded(href.slice(1)) : undefined;
}

function safeDecoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the id is not encoded.
    return text;
  }
}
