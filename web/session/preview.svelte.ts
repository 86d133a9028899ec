/** The preview beside the conversation: a file or a piece of code. */

import type { PreviewSource } from "./preview-source.ts";

export type { PreviewSource };

let shown = $state.raw<PreviewSource | null>(null);
/** The document is shown because an agent has just made it. */
let isOffered = false;
/** Documents that the person has closed: they are not offered again. */
const closed = new Set<string>();
/** Whether the shown document may be left. */
let mayLeave: () => boolean = () => true;

export const preview = {
  get shown(): PreviewSource | null {
    return shown;
  },
  /** Whether it opened by itself: the person may be writing elsewhere. */
  get isOffered(): boolean {
    return isOffered;
  },
  open(source: PreviewSource): void {
    isOffered = false;
    if ((shown !== null && keyOf(shown) === keyOf(source)) || !mayLeave()) return;
    shown = source;
  },
  /** Opens what an agent has just made, if nothing that the person has opened is covered by it. */
  offer(source: PreviewSource): void {
    if (closed.has(keyOf(source)) || (shown !== null && !isOffered) || !isWide()) return;
    this.open(source);
    isOffered = true;
  },
  /** The person works in it: nothing takes its place by itself any more. */
  claim(): void {
    isOffered = false;
  },
  close(): void {
    if (shown === null || !mayLeave()) return;
    closed.add(keyOf(shown));
    shown = null;
  },
  /** Shows the document under another name: what is being written in it stays. */
  rename(source: PreviewSource): void {
    shown = source;
  },
  /** Another conversation is shown. */
  reset(): void {
    shown = null;
    closed.clear();
  },
  /** Asks before the document is left, until the returned function is called. */
  hold(asked: () => boolean): () => void {
    mayLeave = asked;
    return () => {
      if (mayLeave === asked) mayLeave = () => true;
    };
  },
};

/** Whether there is space for both. */
function isWide(): boolean {
  return window.matchMedia("(min-width: 60.01rem)").matches;
}

function keyOf(source: PreviewSource): string {
  if (source.kind === "workspace") return source.path;
  return source.kind === "code" ? source.text : source.address;
}
