/** Server-sent events from bytes: any line ending, comments, a byte order mark, UTF-8 split anywhere. */

export interface SseFrame {
  /** Empty when the frame names none. */
  event: string;
  data: string;
}

export interface SseParser {
  /** The frames that these bytes complete. */
  push(bytes: Uint8Array): SseFrame[];
  /** At the end of the bytes: a last frame that no empty line closed. */
  end(): SseFrame[];
}

export function createSseParser(): SseParser {
  const decoder = new TextDecoder();
  const frames = createFrameBuilder();
  // Pieces of the unfinished line, joined once: a long line must not be copied for each chunk.
  let line: string[] = [];
  let heldReturn = false;

  function normalized(text: string, last: boolean): string {
    let whole = heldReturn ? `\r${text}` : text;
    // A return at the end of a chunk may be half of a CRLF.
    heldReturn = !last && whole.endsWith("\r");
    if (heldReturn) whole = whole.slice(0, -1);
    return whole.includes("\r") ? whole.replace(/\r\n?/g, "\n") : whole;
  }

  function take(text: string): void {
    let start = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", start)) {
      const rest = text.slice(start, end);
      frames.line(line.length === 0 ? rest : `${line.join("")}${rest}`);
      line = [];
      start = end + 1;
    }
    if (start < text.length) line.push(text.slice(start));
  }

  return {
    push(bytes) {
      take(normalized(decoder.decode(bytes, { stream: true }), false));
      return frames.take();
    },
    end() {
      take(`${normalized(decoder.decode(), true)}\n\n`);
      return frames.take();
    },
  };
}

function createFrameBuilder() {
  let done: SseFrame[] = [];
  let event = "";
  let data: string[] = [];

  function close(): void {
    if (data.length > 0) done.push({ event, data: data.length === 1 ? (data[0] ?? "") : data.join("\n") });
    event = "";
    data = [];
  }

  return {
    line(text: string): void {
      if (text === "") close();
      else if (text.startsWith("data:")) data.push(text.slice(text.charCodeAt(5) === 32 ? 6 : 5));
      else if (text.startsWith("event:")) event = text.slice(6).trim();
    },
    take(): SseFrame[] {
      if (done.length === 0) return done;
      const taken = done;
      done = [];
      return taken;
    },
  };
}
