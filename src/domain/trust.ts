/**
 * Trust of content by its authors. It travels with the content: into results, memory and files, and back to a
 * model.
 */

/**
 * Untrusted content came from the web, files, other people, MCP servers or sandboxes, or was derived from
 * such.
 */
export type Trust = "trusted" | "untrusted";

/** Trust of content derived from all of these: trusted only when each of them is. */
export function weakest(trusts: Iterable<Trust>): Trust {
  for (const trust of trusts) if (trust === "untrusted") return "untrusted";
  return "trusted";
}

export function trustIf(isTainted: boolean): Trust {
  return isTainted ? "untrusted" : "trusted";
}
