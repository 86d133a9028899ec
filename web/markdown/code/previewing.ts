/** Code that can be shown as what it is: pages, pictures, tables, documents. */
import { getContext, setContext } from "svelte";

/** Opens it beside the conversation. */
export type OpenCode = (code: { language: string; text: string }) => void;

const OPENER = Symbol("preview");
const SHOWABLE = new Set(["html", "htm", "svg", "markdown", "md", "csv", "tsv"]);

/** Called by the page, for all that is drawn in it. */
export function previewedBy(open: OpenCode): void {
  setContext(OPENER, open);
}

/** Null where nothing can be opened beside. */
export function codeOpener(): OpenCode | null {
  return getContext<OpenCode | undefined>(OPENER) ?? null;
}

export function isShowable(language: string): boolean {
  return SHOWABLE.has(language.toLowerCase());
}
