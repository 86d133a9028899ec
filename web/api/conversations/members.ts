/** Members of a conversation, over HTTP. */
import type { MemberRight } from "../../../src/channels/web/wire.ts";
import { call, type Result } from "../http.ts";

export interface Member {
  /** The person's id. */
  person: string;
  name: string;
  rights: readonly MemberRight[];
}

export interface Members {
  owner: { person: string; name: string };
  items: Member[];
}

export function listMembers(id: string): Promise<Result<Members>> {
  return call("GET", at(id));
}

/** Adds a member, by id or username, or changes their rights. */
export function putMember(
  id: string,
  person: string,
  rights: readonly MemberRight[],
): Promise<Result<Member>> {
  return call("PUT", `${at(id)}/${encodeURIComponent(person)}`, { rights });
}

export function removeMember(id: string, person: string): Promise<Result<null>> {
  return call("DELETE", `${at(id)}/${encodeURIComponent(person)}`);
}

function at(id: string): string {
  return `/conversations/${encodeURIComponent(id)}/members`;
}
