/** The call of this tab, so that a reloaded page goes on with it. */
import type { SpokenPlace } from "./answers.ts";
import type { KeptAsks } from "./asks/spoken-asks.ts";

interface RunningCall {
  /** ms since the epoch: the page was there then. */
  at: number;
  /** Null: a conversation that does not exist yet. */
  conversation: string | null;
  place: SpokenPlace | null;
  /** Questions and approvals that were read aloud; null: none were. */
  asks: KeptAsks | null;
}

/** Change of it: fields that are left out stay as they are for that conversation. */
type CallChange = Pick<RunningCall, "conversation"> & Partial<Pick<RunningCall, "place" | "asks">>;

const KEY = "nightjar:call";

/** A page that comes later than this does not open the microphone by itself: browsers bring back the tabs of yesterday. */
const RELOADED_WITHIN_MS = 60_000;

/** Whether the page was reloaded in a call of that conversation. */
export function wasCalling(conversation: string | null): boolean {
  return Date.now() - (runningCall(conversation)?.at ?? 0) < RELOADED_WITHIN_MS;
}

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
export function keepCall(call: CallChange | null): void {
  try {
    if (call === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, JSON.stringify(changed(call)));
  } catch {
    // A browser without storage only does not go on with the call after a reload.
  }
}

function changed({ conversation, ...change }: CallChange): RunningCall {
  const { place = null, asks = null } = runningCall(conversation) ?? {};
  return { place, asks, ...change, conversation, at: Date.now() };
}
