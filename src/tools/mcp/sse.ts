/** Server-sent events of one stream. */

export interface StreamEvent {
  data: string;
  /** Where the stream can be taken up again. */
  id?: string;
  /** ms that the server wants to be left alone before that. */
  retry?: number;
}

const MAX_EVENT_CHARS = 8_000_000;

/** Ends when the stream ends; whoever stops early cancels it. */
export async function* streamEvents(body: ReadableStream<Uint8Array>): AsyncGenerator<StreamEvent> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      rest += decoder.decode(next.value, { stream: true });
      if (rest.length > MAX_EVENT_CHARS) throw new Error("The server sent an event that is too large.");
      const events = rest.split(/\r?\n\r?\n/);
      rest = events.pop() ?? "";
      for (const event of events) yield eventOf(event);
    }
    if (rest.trim() !== "") yield eventOf(rest);
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function eventOf(text: string): StreamEvent {
  const data: string[] = [];
  const event: StreamEvent = { data: "" };
  for (const line of text.split(/\r?\n/)) {
    const [, field = "", value = ""] = /^(data|id|retry): ?(.*)$/.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (field === "id") event.id = value;
    if (field === "retry" && /^\d+$/.test(value)) event.retry = Number(value);
  }
  event.data = data.join("\n");
  return event;
}
