/** Reasons why a mode can't work fully. */
import type { ModeRecord } from "./record.ts";

/** Abilities of a model and an instance that modes need. */
export interface ForModes {
  hasTools: boolean;
  hasSearch: boolean;
}

/** The reason why a mode can't work, for people, with what to do; undefined: it can. */
export function whyNotMode({ needs = [], run }: ModeRecord, there: ForModes): string | undefined {
  if (needs.includes("research") && run === undefined) return "This Nightjar has no research runs.";
  if (needs.includes("tools") && !there.hasTools)
    return "This model can't use tools. Choose another model for this mode.";
  if (needs.includes("search") && !there.hasSearch)
    return "No search engine is connected. An admin can connect one on the page Connections.";
  return undefined;
}
