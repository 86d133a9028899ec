/** Links by which strangers read a snapshot of a conversation, over HTTP. */
import type {
  NewSharedLink,
  SharedLink,
  SharedLinkFields,
  SharedLinks,
} from "../../../src/contract/shared-links.ts";
import { call, query, type Result } from "../http.ts";

export type { SharedLink, SharedLinkFields };

/** All of one's links, or those of one conversation. */
export function listSharedLinks(conversation_id: string | null): Promise<Result<SharedLinks>> {
  return call("GET", `/shared-links${query({ conversation_id })}`);
}

/** `url` is shown only this once. */
export function createSharedLink(
  conversation_id: string,
  fields: SharedLinkFields,
): Promise<Result<NewSharedLink>> {
  return call("POST", `/conversations/${encodeURIComponent(conversation_id)}/shared-links`, fields);
}

/** Takes a newer snapshot for the same address. */
export function updateSharedLink(id: string): Promise<Result<SharedLink>> {
  return call("POST", `/shared-links/${encodeURIComponent(id)}/snapshot`);
}

export function revokeSharedLink(id: string): Promise<Result<null>> {
  return call("DELETE", `/shared-links/${encodeURIComponent(id)}`);
}

/** Sets whether anybody on this instance may share by link. For admins. */
export function allowSharing(allowed: boolean): Promise<Result<{ allowed: boolean }>> {
  return call("PUT", "/shared-links/allowed", { allowed });
}
