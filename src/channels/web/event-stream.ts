/** Events as Server-Sent Events: `id:` is the seq, so Last-Event-ID resumes. */
const encoder = new TextEncoder();

/** Unread frames past this end the stream: the reader comes back with its cursor. */
const MAX_UNREAD_FRAMES = 2_000;

/** What is sent: an event of whatever kind, in the order of its stream. */
export interface Sent {
  seq: number;
  type: string;
}

export interface EventWriter {
  readonly stream: ReadableStream<Uint8Array>;
  /** False when the reader is gone or too slow. */
  send(event: Sent): boolean;
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
    send: (event) => write(`id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`),
    ping: () => write(": ping\n\n"),
    close,
  };
}
