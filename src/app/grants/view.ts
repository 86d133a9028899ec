/** A grant as its owner sees it. */
import type { GrantShape } from "../../contract/agents/grants.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import type { StandingGrant } from "../../storage/d1/grants/grant-store.ts";

export function grantView(grant: StandingGrant): SchemaOutput<typeof GrantShape> {
  const { to, turn_id, ends_at, granted_at, last_used_at, ...rest } = grant;
  return {
    ...rest,
    to: to === null ? null : [...to],
    for_task: turn_id !== null,
    ends_at: isoOf(ends_at),
    granted_at: new Date(granted_at).toISOString(),
    last_used_at: isoOf(last_used_at),
  };
}

function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}
