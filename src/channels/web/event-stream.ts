/** Events as Server-Sent Events: `id:` is the seq, so Last-Event-ID resumes. */
const encoder = new TextEncoder();

/** More unread frames than this end the stream: the reader reconnects with its cursor. */
const MAX_UNREAD_FRAMES = 2_000;

/** An event to send, with its position in the stream. */
interface SequencedEvent {
  seq: number;
  type: string;
}

/** `EventSource` fires its own `error` when a connection breaks, so our error events are sent under another name. */
const NAMES: { [type: string]: string } = { error: "failure" };

/** One frame. `data` keeps the event's own type, which still is `error`. */
export function frameOf(type: string, data: unknown, seq?: number): string {
  const id = seq === undefined ? "" : `id: ${seq}\n`;
  return `${id}event: ${NAMES[type] ?? type}\ndata: ${JSON.stringify(data)}\n\n`;
}

interface EventWriter {
  readonly stream: ReadableStream<Uint8Array>;
  /** False when the reader is gone or too slow. */
  send(event: SequencedEvent): boolean;
  /** Keeps proxies from closing a silent stream. */
  ping(): boolean;
  close(): void;
}

export function openEventStream(onCancel: () => void): EventWriter {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const close = () => {
    const open = controller;
    controller = undefined;
    open?.close();
  };
  const stream = new ReadableStream<Uint8Array>(
    {
      start(started) {
        controller = started;
      },
      cancel() {
        controller = undefined;
        onCancel();
      },
    },
    { highWaterMark: MAX_UNREAD_FRAMES },
  );
  const write = (text: string) => {
    if (!controller) return false;
    if ((controller.desiredSize ?? 0) <= 0) {
      close();
      return false;
    }
    controller.enqueue(encoder.encode(text));
    return true;
  };
  return {
    stream,
    send: (event) => write(frameOf(event.type, event, event.seq)),
    ping: () => write(": ping\n\n"),
    close,
  };
}
