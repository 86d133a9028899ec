/** A permission as its form edits it. */
import type { Grant, GrantChange, NewGrant } from "../../api/agents/grants.ts";
import { catalog } from "../../session/catalog.svelte.ts";

interface GrantDraft {
  agent: string;
  tool: string;
  /** Destinations, one per line; empty: any. */
  to: string;
  /** Value of a field of the type `datetime-local`; empty: no end. */
  ends: string;
  uses: number | null;
  amount: number | null;
  afterReading: boolean;
}

export function draftOf(grant: Grant | null): GrantDraft {
  return {
    agent: grant?.agent ?? catalog.defaultAgent,
    tool: grant?.tool ?? "",
    to: grant?.to?.join("\n") ?? "",
    ends: localFieldTime(grant?.ends_at ?? null),
    uses: grant?.max_uses ?? null,
    amount: grant?.max_amount ?? null,
    afterReading: grant?.after_reading ?? false,
  };
}

/** `isNamed`: it may name destinations; otherwise it is for calls that name none. */
export function termsOf(
  { to, ends, uses, amount, afterReading }: GrantDraft,
  isNamed: boolean,
): Omit<NewGrant, "agent" | "tool"> & GrantChange {
  return {
    to: isNamed ? destinationsIn(to) : [],
    ends_at: ends === "" ? null : new Date(ends).toISOString(),
    max_uses: uses,
    max_amount: amount,
    after_reading: afterReading,
  };
}

function destinationsIn(text: string): string[] | null {
  const named = text
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== "");
  return named.length > 0 ? named : null;
}

function localFieldTime(time: string | null): string {
  if (time === null) return "";
  const at = new Date(time);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
