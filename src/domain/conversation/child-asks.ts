/** Asks of a child that wait for a person: questions and approvals. */
import type { OfferedGrant } from "../grants/scopes.ts";
import type { CallId } from "../ids.ts";
import type { CallProvenance, Caution } from "../provenance/provenance.ts";

interface Asked {
  /** The child's own call: the person's answer goes to it. */
  call_id: CallId;
  /** ms since the epoch; absent: it waits without limit. */
  expires_at?: number;
}

export type ChildQuestion = Asked & {
  type: "question";
  question: string;
  options: string[];
  caution?: Caution;
};

/** `agent`: the slug that a grant applies to. Without `grant` it can be allowed once, and not for longer. */
export type ChildApproval = Asked &
  CallProvenance & {
    type: "approval";
    tool: string;
    input: unknown;
    reason: string;
    agent: string;
    grant?: OfferedGrant;
  };

export type ChildAsk = ChildQuestion | ChildApproval;
