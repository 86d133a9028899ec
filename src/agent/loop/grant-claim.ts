/** The policy's verdict about a call, and what a grant changes about it. */
import {
  destinationsOf,
  type GrantableCall,
  type GrantHolder,
  isGrave,
} from "../../domain/grants/coverage.ts";
import type { Grant } from "../../domain/grants/grant.ts";
import { type GrantProposal, scopesFor } from "../../domain/grants/scopes.ts";
import type { ArgumentOrigin } from "../../domain/provenance/provenance.ts";
import type { GrantsPort } from "../ports/grants.ts";
import type { GrantedCall, PolicyPort, PolicyQuestion, Verdict } from "../ports/policy.ts";
import type { StepRecord } from "../turn.ts";

export interface GrantContext {
  grants: GrantsPort;
  /** Absent: no grant counts in this turn. */
  holder?: GrantHolder | undefined;
  /** IANA name of the person's time zone; null: not set. */
  time_zone: string | null;
  key: string;
  fresh: readonly Grant[];
}

export interface GrantedVerdict {
  verdict: Verdict;
  /** The grant that the card may offer; absent: this call is asked for each time. */
  grant?: GrantProposal;
}

/** The port is asked only about a call that would wait for a person, and that a grant could spare it. */
export async function verdictOf(
  policy: PolicyPort,
  question: Omit<PolicyQuestion, "granted">,
  context: GrantContext,
): Promise<GrantedVerdict> {
  let noted: GrantedCall | undefined;
  const note = (call: GrantedCall) => {
    noted = call;
    return false;
  };
  const verdict = policy.decide({ ...question, granted: note });
  const { holder, grants, key, fresh } = context;
  if (verdict.verdict !== "ask" || noted === undefined || holder === undefined) return { verdict };
  const lifted = policy.decide({ ...question, granted: () => true });
  if (lifted.verdict !== "allow") return { verdict };
  const call = grantableCall(noted);
  if (await grants.claim({ holder, call, key, fresh })) return { verdict: lifted };
  return isGrave(call) ? { verdict } : { verdict, grant: proposalOf(call, holder, context) };
}

function proposalOf(call: GrantableCall, { place }: GrantHolder, { time_zone }: GrantContext): GrantProposal {
  const to = destinationsOf(call);
  return { to, scopes: scopesFor(to), after_reading: call.tainted, place, time_zone };
}

function grantableCall({ tool, input, turn, sinks, isDictated }: GrantedCall): GrantableCall {
  const named = sinks();
  const touched = named.length > 0 ? undefined : tool.touches?.(input);
  const is_grave = tool.irreversible?.(input) !== undefined || tool.asks_first?.(input) !== undefined;
  return {
    tool: tool.name,
    input,
    sinks: touched?.to === "urls" ? touched.urls.map(addressSink) : named,
    tainted: turn.tainted,
    is_grave,
    is_dictated: turn.tainted && isDictated(),
  };
}

/** A tool that names no sinks may name the addresses that it contacts. */
function addressSink(value: string): ArgumentOrigin {
  return { path: "", kind: "address", value, origin: { from: "made" }, is_clean: false };
}

/** A grant takes effect at once, before it is stored. */
export function freshGrants(steps: readonly StepRecord[]): Grant[] {
  const approved = steps.flatMap(({ calls }) => calls);
  return approved.flatMap((record) => (record.state === "approved" && record.grant ? [record.grant] : []));
}
