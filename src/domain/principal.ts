/** Who asks, as the Worker has established it. Only the Worker can reach the object, so it is believed. */
export interface Principal {
  /** Id of the person; owners of conversations are compared with it. */
  owner: string;
  role: "admin" | "member" | "guest";
  name: string;
}

const HEADER = "x-nightjar-principal";

export function withPrincipal(headers: Headers, principal: Principal): Headers {
  const result = new Headers(headers);
  result.set(HEADER, encodeURIComponent(JSON.stringify(principal)));
  return result;
}

export function principalOf(headers: Headers): Principal | undefined {
  const text = headers.get(HEADER);
  return text === null ? undefined : (JSON.parse(decodeURIComponent(text)) as Principal);
}

/**
 * What somebody may do in a conversation: see it, write into it, decide what its agent may do and answer for its owner,
 * or change and delete it.
 */
export type Right = "read" | "say" | "decide" | "manage";

/** A guest takes part; what the agent may do is not theirs to decide. */
const OF_GUESTS: ReadonlySet<Right> = new Set(["read", "say"]);

/** The one function that answers "may they, here?". */
export function mayUse(principal: Principal, place: { owner: string }, right: Right): boolean {
  if (principal.role === "admin") return true;
  if (principal.owner !== place.owner) return false;
  return principal.role !== "guest" || OF_GUESTS.has(right);
}
