/** A shared link as the API shows it to its owner. */
import type { SharedLink } from "../../shared-links/link.ts";
import { iso } from "../http/query.ts";

export function linkView({ owner: _owner, created_at, updated_at, expires_at, ...link }: SharedLink) {
  return {
    ...link,
    created_at: iso(created_at),
    updated_at: iso(updated_at),
    expires_at: iso(expires_at ?? undefined),
  };
}
