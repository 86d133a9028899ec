/** Members of a conversation, over HTTP. */
import type { MemberRight } from "../../../src/channels/web/wire.ts";
import type { Candidate, Member, Members } from "../../../src/contract/members.ts";
import { call, query, type Result } from "../http.ts";

export type { Candidate, Member, Members };

export function listMembers(id: string): Promise<Result<Members>> {
  return call("GET", at(id));
}

/** People who may be added, by part of a name. */
export function findCandidates(id: string, q: string): Promise<Result<{ items: Candidate[] }>> {
  return call("GET", `/conversations/${encodeURIComponent(id)}/candidates${query({ q })}`);
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
