/** States of provider accounts as answers show them. */
import type { ProviderListing } from "../../providers/listings.ts";
import { iso } from "../http/query.ts";

/** An account's state as answers show it. */
export function stateView({ cooling_until, disabled }: ProviderListing["accounts"][number]["state"]) {
  return {
    ...(cooling_until !== undefined && { cooling_until: iso(cooling_until) }),
    ...(disabled && { disabled: { ...disabled, at: iso(disabled.at) } }),
  };
}
