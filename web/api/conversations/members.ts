/** Members of a conversation, over HTTP. */
import type { MemberRight } from "../../../src/channels/web/wire.ts";
import type { Member, Members } from "../../../src/contract/members.ts";
import { call, type Result } from "../http.ts";

export type { Member, Members };

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
