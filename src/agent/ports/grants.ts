/** The grants port: standing permissions that spare a call its question. */
import type { GrantableCall, GrantHolder } from "../../domain/grants/coverage.ts";
import type { Grant } from "../../domain/grants/grant.ts";

export interface GrantClaim {
  holder: GrantHolder;
  call: GrantableCall;
  /** Identifies the call: a claim that is repeated after a crash uses nothing up a second time. */
  key: string;
  /** Given in this turn a moment ago, and perhaps not stored yet. */
  fresh: readonly Grant[];
}

export interface GrantsPort {
  /**
   * True when a grant that stands covers the call; its use is counted, durably, before this resolves. A grant that
   * somebody ended counts no longer. Never rejects: what cannot be read covers nothing.
   */
  claim(claim: GrantClaim): Promise<boolean>;
}

export const NO_GRANTS: GrantsPort = { claim: async () => false };
