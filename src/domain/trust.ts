/** Whose words something holds. It goes wherever they go: into results, memory and files, and back before a model. */

/** Untrusted content came from the web, files, other people, MCP servers or sandboxes, or was made of such. */
export type Trust = "trusted" | "untrusted";

/** Of what is made of all of these: trusted only when each of them is. */
export function weakest(trusts: Iterable<Trust>): Trust {
  for (const trust of trusts) if (trust === "untrusted") return "untrusted";
  return "trusted";
}

export function trustIf(isTainted: boolean): Trust {
  return isTainted ? "untrusted" : "trusted";
}
