/** Grants and calls for tests of what covers what. */
import type { GrantableCall } from "../../../src/domain/grants/coverage.ts";
import type { Grant, GrantPlace } from "../../../src/domain/grants/grant.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { ArgumentOrigin } from "../../../src/domain/provenance/provenance.ts";

export const PLACE: GrantPlace = {
  conversation_id: trustId("cnv_tea0000000"),
  turn_id: trustId("trn_tea0000000"),
};

export function aGrant(some: Partial<Grant> = {}): Grant {
  return {
    id: trustId("gnt_tea0000000"),
    ...{ agent: "nightjar", tool: "send", to: null, conversation_id: null, turn_id: null },
    ...{
      ends_at: null,
      max_uses: null,
      max_amount: null,
      after_reading: false,
      given: "card",
      granted_at: 0,
    },
    ...some,
  };
}

export function aSink(
  kind: ArgumentOrigin["kind"],
  value: string,
  some: Partial<ArgumentOrigin> = {},
): ArgumentOrigin {
  return { path: "none", kind, value, origin: { from: "text" }, is_clean: false, ...some };
}

export function aCall(some: Partial<GrantableCall> = {}): GrantableCall {
  return { tool: "send", input: {}, sinks: [], tainted: false, is_grave: false, is_dictated: false, ...some };
}
