import type { KeyScope } from "./key-scopes.ts";

export const ROLES = ["admin", "member", "guest"] as const;
export type Role = (typeof ROLES)[number];

/**
 * The principal of a request, as the Worker has authenticated it. Only the Worker can reach the object, so it
 * is trusted.
 */
export interface Principal {
  /** Id of the person; owners of conversations are compared with it. */
  owner: string;
  role: Role;
  name: string;
  /** Scopes of an API key or a connected app, at most what the role allows. Absent: everything that the role allows. */
  scopes?: readonly KeyScope[];
  /** The id of that API key or app. */
  key_id?: string;
  /** A program with this key may name the person who speaks. */
  speaks_for_others?: true;
  /** Memory keeps nothing of calls that programs make with this key. */
  is_unremembered?: true;
  /** Id of their sign-in session. */
  session_id?: string;
  /** A person without an account here: `owner` is their host, and gives them none of the host's rights. */
  stranger?: true;
}

/** Whether the id is a client's: somebody whom a person keeps here, without a password or account of their own. */
export function isClient(id: string): boolean {
  return id.startsWith("clt_");
}

/** The author of words or of an action, as stored. */
export interface Actor {
  /** Id of the person; null when only the channel knows them. */
  person: string | null;
  name: string;
  /** Only for somebody known to the channel alone: the id of the person whose program spoke in their name. */
  through?: string;
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
 * Rights in a conversation: see it, write into it, decide on its agent's calls and answer for its owner, or
 * change, share and delete it.
 */
export type Right = "read" | "say" | "decide" | "manage";

/** Rights that an owner may give to somebody else. Each includes reading. */
export const MEMBER_RIGHTS = ["read", "write", "approve"] as const;

export type MemberRight = (typeof MEMBER_RIGHTS)[number];

/** The owner and the members of a conversation. */
export interface Place {
  owner: string;
  /** Rights by person id; the owner is not among them. */
  members?: ReadonlyMap<string, readonly MemberRight[]> | undefined;
}

const ALL: readonly Right[] = ["read", "say", "decide", "manage"];
/** A guest takes part, but never decides what the agent may do. */
const OF_GUESTS: readonly Right[] = ["read", "say"];
const OF_MEMBERS: Record<MemberRight, readonly Right[]> = {
  read: ["read"],
  write: ["read", "say"],
  approve: ["read", "decide"],
};

/** The one function that answers "may they, here?". */
export function mayUse(principal: Principal, place: Place, right: Right): boolean {
  return rightsIn(principal, place).includes(right);
}

/** All their rights, in the order of `Right`. */
export function rightsIn(principal: Principal, { owner, members }: Place): readonly Right[] {
  if (principal.role === "admin") return ALL;
  const given = members?.get(principal.owner) ?? [];
  const own = principal.owner === owner ? ALL : given.flatMap((right) => OF_MEMBERS[right]);
  const allowed = principal.role === "guest" ? OF_GUESTS : ALL;
  return allowed.filter((right) => own.includes(right));
}
