/** The data of server-sent events, one string an event. */

const MAX_EVENT_CHARS = 8_000_000;

/** Ends when the stream ends; whoever stops early cancels it. */
export async function* eventData(body: ReadableStream<Uint8Array>): AsyncGenerator<string> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      rest += decoder.decode(next.value, { stream: true });
      if (rest.length > MAX_EVENT_CHARS) throw new Error("The server sent an event that is too large.");
      const events = rest.split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) yield* dataOf(event);
    }
    yield* dataOf(rest);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function* dataOf(event: string): Generator<string> {
  const lines = event.split(/\r?\n/).filter((line) => line.startsWith("data:"));
  if (lines.length > 0) yield lines.map((line) => line.slice("data:".length).replace(/^ /, "")).join("\n");
}
