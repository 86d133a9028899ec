/** What a server says of changes while one of its tools is called, and a moment after its answer. */
import type { McpClient } from "./wire/client.ts";

/** ms that a server is heard on after a call: word of a change and the answer that it came of may go two ways. */
const A_MOMENT = 1_500;

export interface Ear {
  /** Its offers are other than they were: so it said beside the answer. */
  changed(): void;
  /** Hears its standing stream too. */
  listen(client: Pick<McpClient, "listen">): void;
  /** With the call: whether a change was told. What is told later is told to `late`, once. */
  end(): boolean;
}

/**
 * No stream stands while nothing is called: it would hold the conversation's object in memory, which is billed by
 * time. `late` never rejects.
 */
export function earFor(signal: AbortSignal, late: () => Promise<void>): Ear {
  const over = new AbortController();
  let isOver = false;
  let hasChanged = false;
  const changed = () => {
    if (isOver && !hasChanged) void late();
    hasChanged = true;
  };
  return {
    changed,
    listen: (client) => void client.listen({ signal: AbortSignal.any([signal, over.signal]), changed }),
    end() {
      isOver = true;
      AbortSignal.timeout(A_MOMENT).addEventListener("abort", () => over.abort());
      return hasChanged;
    },
  };
}
