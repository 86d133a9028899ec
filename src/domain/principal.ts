import type { KeyScope } from "./key-scopes.ts";

export type Role = "admin" | "member" | "guest";

/** Who asks, as the Worker has established it. Only the Worker can reach the object, so it is believed. */
export interface Principal {
  /** Id of the person; owners of conversations are compared with it. */
  owner: string;
  role: Role;
  name: string;
  /** Of an API key: what it is good for, at most what the role allows. Absent: all that the role allows. */
  scopes?: readonly KeyScope[];
  /** The id of that API key. */
  key_id?: string;
  /** The session that they are signed in with. */
  session_id?: string;
  /** Somebody whom the house does not know: `owner` says whose guest they are, and gives them nothing of that person's. */
  stranger?: true;
}

/** Whether that is the id of a client: somebody whom a person keeps here, who has no password and no account of their own. */
export function isClient(id: string): boolean {
  return id.startsWith("clt_");
}

/** Whose words or doing something is, as it is kept. */
export interface Actor {
  /** Id of the person; null where only the channel knows who it is. */
  person: string | null;
  name: string;
  /** Of somebody only the channel knows: the id of the person whose program has said it in their name. */
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
 * What somebody may do in a conversation: see it, write into it, decide what its agent may do and answer for its owner,
 * or change, share and delete it.
 */
export type Right = "read" | "say" | "decide" | "manage";

/** What an owner gives somebody else. Each of them holds reading. */
export const MEMBER_RIGHTS = ["read", "write", "approve"] as const;

export type MemberRight = (typeof MEMBER_RIGHTS)[number];

/** Whose something is, and who else is in it. */
export interface Place {
  owner: string;
  /** By the ids of persons; the owner is not among them. */
  members?: ReadonlyMap<string, readonly MemberRight[]> | undefined;
}

const ALL: readonly Right[] = ["read", "say", "decide", "manage"];
/** A guest takes part; what the agent may do is not theirs to decide. */
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

/** All that they may, in the order of `Right`. */
export function rightsIn(principal: Principal, { owner, members }: Place): readonly Right[] {
  if (principal.role === "admin") return ALL;
  const given = members?.get(principal.owner) ?? [];
  const own = principal.owner === owner ? ALL : given.flatMap((right) => OF_MEMBERS[right]);
  const allowed = principal.role === "guest" ? OF_GUESTS : ALL;
  return allowed.filter((right) => own.includes(right));
}
