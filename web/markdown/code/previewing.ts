/** Code that can be previewed: pages, pictures, tables, documents. */
import { getContext, setContext } from "svelte";

/** Opens the code beside the conversation. `isOffered`: an agent has just written it, nobody has asked for it. */
type OpenCode = (code: { language: string; text: string; isOffered?: boolean }) => void;

const OPENER = Symbol("preview");
const SHOWABLE = new Set(["html", "htm", "svg", "markdown", "md", "csv", "tsv"]);

/** Call it in the page; it holds for everything drawn inside. */
export function previewedBy(open: OpenCode): void {
  setContext(OPENER, open);
}

/** Null where there is no preview. */
export function codeOpener(): OpenCode | null {
  return getContext<OpenCode | undefined>(OPENER) ?? null;
}

export function isShowable(language: string): boolean {
  return SHOWABLE.has(language.toLowerCase());
}

/** Lines from which on code counts as a document of its own. */
const LONG = 15;

export function isLong(text: string): boolean {
  return text.split("\n", LONG).length === LONG;
}
