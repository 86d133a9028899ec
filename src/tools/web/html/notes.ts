/** Footnotes of a page: the marks in its text, and the notes they lead to. */
import { classesOf, type Element, textOf } from "./tree.ts";

/** Where notes stand, by the id of each; what has no mark is no note. */
export interface Notes {
  /** The label of the note that the link leads to. */
  marked(link: Element): string | undefined;
  /** Of an element that is a note. */
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
  /** Inside a `sup`. */
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

/** A link back from a note to its mark says nothing. */
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
    // A lone percent sign: then it is the id itself.
    return text;
  }
}
