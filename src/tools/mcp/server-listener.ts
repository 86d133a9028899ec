/** Listens for a server's change notifications during a tool call and for a moment after its answer. */
import type { McpClient } from "./wire/client.ts";

/** ms of listening after a call: a change notification and the answer may come on two streams. */
const A_MOMENT = 1_500;

export interface ServerListener {
  /** Called when the server announces a change beside its answer. */
  onChange(): void;
  /** Listens on the server's standing stream too. */
  listen(client: Pick<McpClient, "listen">): void;
  /** Called when the call ends; returns whether a change was announced. A later one calls `late`, once. */
  end(): boolean;
}

/**
 * Listens only while a call runs: an open stream would hold the conversation's object in memory, which is billed by
 * time. `late` never rejects.
 */
export function listenDuring(signal: AbortSignal, late: () => Promise<void>): ServerListener {
  const over = new AbortController();
  let isOver = false;
  let hasChanged = false;
  const onChange = () => {
    if (isOver && !hasChanged) void late();
    hasChanged = true;
  };
  return {
    onChange,
    listen: (client) => void client.listen({ signal: AbortSignal.any([signal, over.signal]), onChange }),
    end() {
      isOver = true;
      AbortSignal.timeout(A_MOMENT).addEventListener("abort", () => over.abort());
      return hasChanged;
    },
  };
}
