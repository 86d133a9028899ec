/** Takes out of the content what its words tell to be something else: offers of other pages, buttons, headings of what has gone. */
import { type Element, find, isSame, type TreeNode } from "../tree.ts";
import { DETAIL, LABEL, LEADS, SAYS, TALK } from "./phrases.ts";

/** Stands where a part was taken out. It is rendered as nothing. */
export const GONE: Element = { name: "#gone", attributes: {}, children: [] };

const LONGEST_LABEL = 40;
const LONGEST_DETAIL = 80;
const LONGEST_HEADING = 120;
/** Share of running text from which what is below a heading is read all the same: its words promise something else. */
const RUNNING = 0.6;
const LEAST_RUNNING = 1_200;
const LEAST_SAID = 60;
/** Nodes below a heading that are looked at. */
const MOST_BELOW = 200;
const MOST_SAID = 700;

const BLOCKS = new Set(
  "p div span li a button small ul ol dt dd td h2 h3 h4 h5 h6 strong b label center section summary".split(
    " ",
  ),
);
const WHOLE = new Set(["pre", "code", "math"]);

/** `keepsTalk`: what people said is the content. `keepsLists`: links to other pages are. */
export interface Trimming {
  keepsTalk: boolean;
  keepsLists: boolean;
}

export function trimContent(content: Element, trimming: Trimming): Element {
  return withoutBareHeadings(withoutAway(content, trimming));
}

function withoutAway(node: Element, trimming: Trimming): Element {
  const kept: TreeNode[] = [];
  /** Level of the heading below which everything goes; 0 outside of such a part. */
  let below = 0;
  let at = 0;
  for (const child of node.children) {
    at++;
    if (typeof child === "string") {
      if (below === 0) kept.push(child);
      continue;
    }
    const level = levelOf(child);
    if (below > 0 && level > 0 && level <= below) below = 0;
    if (below > 0) continue;
    const isAway = level > 1 && leadsAway(child, { among: node.children, at }, trimming);
    if (isAway) below = level;
    if (isAway || isLabel(child, trimming)) kept.push(GONE);
    else kept.push(WHOLE.has(child.name) ? child : withoutAway(child, trimming));
  }
  return isSame(kept, node.children) ? node : { ...node, children: kept };
}

/** Level of a heading, or of an element that holds nothing but one; 0 for all others. */
function levelOf(element: Element): number {
  const own = /^h([1-6])$/.exec(element.name)?.[1];
  if (own !== undefined) return Number(own);
  if (element.name !== "div" && element.name !== "header" && element.name !== "section") return 0;
  let only: Element | undefined;
  for (const child of element.children) {
    if (typeof child === "string" ? child.trim() !== "" : only !== undefined) return 0;
    if (typeof child !== "string") only = child;
  }
  return only ? levelOf(only) : 0;
}

interface Position {
  among: readonly TreeNode[];
  at: number;
}

/** Tells whether a heading's words lead away and no running text follows. */
function leadsAway(heading: Element, after: Position, { keepsTalk, keepsLists }: Trimming): boolean {
  const title = shortTextOf(heading, LONGEST_HEADING);
  if (title === undefined || title === "") return false;
  const says = SAYS.test(title);
  if (!says && !LEADS.test(title)) return false;
  if (TALK.test(title)) return !keepsTalk;
  const { text, linked, isEnded } = lengthsBelow(levelOf(heading), after);
  const running = text - linked;
  if (says) return text < MOST_SAID;
  if (keepsLists && isEnded) return text < LEAST_RUNNING / 4;
  return running < LEAST_RUNNING && running < Math.max(RUNNING * text, LEAST_SAID);
}

/** Text from a position on, up to the next heading of that level or above it, if there is one. */
function lengthsBelow(level: number, { among, at }: Position) {
  const part: TreeNode[] = [];
  for (let next = at; next < among.length && part.length < MOST_BELOW; next++) {
    const node = among[next];
    if (node === undefined) break;
    const own = typeof node === "string" ? 0 : levelOf(node);
    if (own > 0 && own <= level) return { ...lengthsOf(part), isEnded: true };
    part.push(node);
  }
  return { ...lengthsOf(part), isEnded: false };
}

function lengthsOf(nodes: readonly TreeNode[], linked = false): { text: number; linked: number } {
  const sum = { text: 0, linked: 0 };
  for (const node of nodes) {
    if (typeof node === "string") {
      const length = node.trim().length;
      sum.text += length;
      if (linked) sum.linked += length;
    } else {
      const inner = lengthsOf(node.children, linked || node.name === "a");
      sum.text += inner.text;
      sum.linked += inner.linked;
    }
  }
  return sum;
}

function isLabel(element: Element, { keepsTalk }: Trimming): boolean {
  if (!BLOCKS.has(element.name)) return false;
  const text = shortTextOf(element, keepsTalk ? LONGEST_DETAIL : LONGEST_LABEL);
  if (text === undefined || text === "") return false;
  return LABEL.test(text) || (keepsTalk && DETAIL.test(text));
}

/** Text of an element on one line, or undefined if it is longer than that. */
function shortTextOf(element: Element, longest: number): string | undefined {
  const text = startOf(element, 2 * longest);
  if (text.length > 2 * longest) return undefined;
  const line = text.replace(/\s+/g, " ").trim();
  return line.length > longest ? undefined : line;
}

/** Text of a node, of which no more is read than tells that it is longer. */
function startOf(node: Element, longest: number): string {
  let text = "";
  for (const child of node.children) {
    text +=
      typeof child === "string" ? (child.length > longest ? child.trim() : child) : startOf(child, longest);
    if (text.length > longest) break;
  }
  return text;
}

/** Leaves out headings of which all that stood below was taken out. */
function withoutBareHeadings(content: Element): Element {
  const bare = new Set<Element>();
  const open: { heading: Element; level: number; isCut: boolean }[] = [];
  const close = (level: number) => {
    for (let last = open.at(-1); last && last.level >= level; last = open.at(-1)) {
      if (last.isCut) bare.add(last.heading);
      open.pop();
    }
  };
  const walk = (node: Element) => {
    for (const child of node.children) {
      if (typeof child === "string") {
        if (child.trim() !== "") open.length = 0;
      } else if (child === GONE) {
        for (const each of open) each.isCut = true;
      } else if (/^h[2-6]$/.test(child.name)) {
        const level = Number(child.name[1]);
        close(level);
        // A heading that was never closed holds what should stand below it.
        if (shortTextOf(child, LONGEST_HEADING) === undefined || isCard(child)) open.length = 0;
        else open.push({ heading: child, level, isCut: false });
      } else if (child.name === "img" && (child.attributes["alt"] ?? "") !== "") open.length = 0;
      else walk(child);
    }
  };
  walk(content);
  close(1);
  return bare.size === 0 ? content : without(content, bare);
}

/** True for a heading that is a link: it stands for the page that it leads to. */
function isCard(heading: Element): boolean {
  const link = find(heading, "a");
  return link !== undefined && !(link.attributes["href"] ?? "#").startsWith("#");
}

function without(node: Element, gone: ReadonlySet<Element>): Element {
  const children = node.children.flatMap((child): TreeNode[] =>
    typeof child === "string" ? [child] : gone.has(child) ? [] : [without(child, gone)],
  );
  return { ...node, children };
}
