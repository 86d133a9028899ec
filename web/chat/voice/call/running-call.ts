/** The call of this tab, so that a reloaded page goes on with it. */
import type { SpokenPlace } from "./answers.ts";

export interface RunningCall {
  /** Null: a conversation that does not exist yet. */
  conversation: string | null;
  place: SpokenPlace | null;
}

const KEY = "nightjar:call";

/** Undefined: no call was running in that conversation. */
export function runningCall(conversation: string | null): RunningCall | undefined {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? "null") as RunningCall | null;
    return kept?.conversation === conversation ? kept : undefined;
  } catch {
    return undefined;
  }
}

/** Null: the call is over. */
export function keepCall(call: RunningCall | null): void {
  try {
    if (call === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(call));
  } catch {
    // A browser without storage only does not go on with the call after a reload.
  }
}
