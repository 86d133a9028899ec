/** Asks a platform whether a text of ours has arrived. */
import type { ChannelPort, Doubtful, LookupResult } from "../../../../src/channels/channel.ts";
import { within } from "../../../../src/domain/time/deadline.ts";
import { inFreeTime, type Later } from "../../../../src/domain/time/later.ts";

const LOOK_MS = 10_000;
const SILENT: LookupResult = {
  status: "later",
  reason: "The platform did not say whether an earlier try has arrived.",
};

/** Never rejects: a channel that throws, against its contract, cannot tell. */
export async function look(later: Later, port: ChannelPort, message: Doubtful): Promise<LookupResult> {
  const { find } = port;
  if (!find) return { status: "unknown" };
  try {
    const bounds = { ms: LOOK_MS, later: inFreeTime(later) };
    const result = await within(bounds, (signal) => find(message, signal));
    return result.status === "ready" ? result.value : SILENT;
  } catch {
    return { status: "unknown" };
  }
}
