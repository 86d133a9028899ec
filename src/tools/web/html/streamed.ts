/** Puts the parts of a streamed page in place: React sends them hidden, behind the page, with a script that moves each. */
import { type Element, elementsIn, elementsNamed, type TreeNode, textOf } from "./tree.ts";

/** Calls of React's scripts: the part that they move, and the placeholder that it replaces. */
const BOUNDARY = /\$RC\("(B:[\w-]{1,20})","(S:[\w-]{1,20})"/g;
const SEGMENT = /\$RS\("(S:[\w-]{1,20})","(P:[\w-]{1,20})"/g;
const MOST_PARTS = 2_000;
/** Depth below which nothing is put in place: parts that hold each other would be as deep as there are parts. */
const DEEPEST = 200;

/** A part that no script moves stays hidden. */
export function withStreamedParts(root: Element): Element {
  const moves = movesIn(root);
  if (moves.size === 0) return root;
  const wanted = new Set(moves.values());
  const parts = new Map<string, Element>();
  collect(root, wanted, parts);
  return placed(root, { moves, parts, used: new Set() }, 0);
}

/** Ids of the parts by the id of their placeholder. */
function movesIn(root: Element): Map<string, string> {
  const moves = new Map<string, string>();
  for (const script of elementsNamed(root, "script")) {
    const text = textOf(script);
    if (!text.includes("$R")) continue;
    for (const [, at = "", part = ""] of text.matchAll(BOUNDARY)) moves.set(at, part);
    for (const [, part = "", at = ""] of text.matchAll(SEGMENT)) moves.set(at, part);
    if (moves.size > MOST_PARTS) break;
  }
  return moves;
}

function collect(node: Element, wanted: ReadonlySet<string>, parts: Map<string, Element>): void {
  for (const child of elementsIn(node)) {
    const { id } = child.attributes;
    if (id !== undefined && "hidden" in child.attributes && wanted.has(id)) parts.set(id, child);
    collect(child, wanted, parts);
  }
}

interface Placing {
  moves: ReadonlyMap<string, string>;
  parts: ReadonlyMap<string, Element>;
  /** Parts that are in place: each is shown once, also when it claims to hold itself. */
  used: Set<Element>;
}

function placed(node: Element, placing: Placing, depth: number): Element {
  const children = node.children.flatMap((child): TreeNode[] => {
    if (typeof child === "string") return [child];
    const part = placing.parts.get(placing.moves.get(child.attributes["id"] ?? "") ?? "");
    if (part === undefined || placing.used.has(part) || depth > DEEPEST)
      return [placed(child, placing, depth + 1)];
    placing.used.add(part);
    return placed(part, placing, depth + 1).children;
  });
  return { ...node, children };
}
