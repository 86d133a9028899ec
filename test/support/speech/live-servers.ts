/** Providers that transcribe while somebody speaks, by their wire formats: each tenth of a second of sound is one more word. */
import type { IncomingMessage, Server } from "node:http";
import { createRequire } from "node:module";
import type { WebSocket, WebSocketServer } from "ws";

/** Words that are heard, and what the sender has sent until then. */
export interface LiveWire {
  words: string[];
  /** Bytes of the sound as it came, after base64. */
  bytes: number;
  /** All messages that were no sound. */
  received: { [field: string]: unknown }[];
  opened: { url: URL; headers: IncomingMessage["headers"] }[];
  /** The next connection is refused with this status. */
  refuses: number | undefined;
  /** The connection breaks after so many words. */
  breaks_after: number | undefined;
  /** Connections that are open. */
  open(): number;
  /** Takes a connection, if it is one for live transcription. */
  takes(
    request: IncomingMessage,
    stream: Parameters<WebSocketServer["handleUpgrade"]>[1],
    head: Buffer,
  ): boolean;
}

type Dialect = (socket: WebSocket, wire: LiveWire) => void;

export function liveWire(words = ["Twelve", "barrels,", "please."]): LiveWire {
  // The workers' suite would get the package's form for browsers, which has no server.
  const { WebSocketServer: Sockets } = createRequire(import.meta.url)("ws") as {
    WebSocketServer: typeof WebSocketServer;
  };
  const server = new Sockets({ noServer: true });
  const wire: LiveWire = {
    words,
    bytes: 0,
    received: [],
    opened: [],
    refuses: undefined,
    breaks_after: undefined,
    open: () => server.clients.size,
    takes(request, stream, head) {
      const url = new URL(request.url ?? "", "http://live");
      const dialect = dialectOf(url);
      if (!dialect) return false;
      wire.opened.push({ url, headers: request.headers });
      if (wire.refuses === undefined)
        server.handleUpgrade(request, stream, head, (socket) => dialect(socket, wire));
      else stream.end(`HTTP/1.1 ${wire.refuses} No\r\ncontent-length: 0\r\nconnection: close\r\n\r\n`);
      return true;
    },
  };
  return wire;
}

/** Speaks at a server's paths for live transcription; others are closed. */
export function speakLive(http: Server, wire: LiveWire): void {
  http.on("upgrade", (request, stream, head) => {
    if (!wire.takes(request, stream, head)) stream.destroy();
  });
}

function dialectOf({ pathname, searchParams }: URL): Dialect | undefined {
  if (pathname === "/v1/listen") return deepgram;
  if (pathname === "/v1/speech-to-text/realtime") return elevenLabs;
  return pathname === "/v1/realtime" && searchParams.get("intent") === "transcription" ? openAi : undefined;
}

/** Words so far by the length of the sound. */
function heard(wire: LiveWire, seconds: number): string[] {
  return wire.words.slice(0, Math.max(0, Math.floor(seconds * 10)));
}

function breaks(wire: LiveWire, socket: WebSocket, said: readonly string[]): boolean {
  if (wire.breaks_after === undefined || said.length < wire.breaks_after) return false;
  socket.terminate();
  return true;
}

const say = (socket: WebSocket, message: object) => socket.send(JSON.stringify(message));

function deepgram(socket: WebSocket, wire: LiveWire): void {
  let seconds = 0;
  const results = (is_final: boolean, transcript: string) =>
    say(socket, {
      type: "Results",
      is_final,
      start: 0,
      duration: seconds,
      channel: { alternatives: [{ transcript }] },
    });
  socket.on("message", (data, isBinary) => {
    if (isBinary) {
      wire.bytes += (data as Buffer).length;
      seconds += (data as Buffer).length / 32_000;
      const said = heard(wire, seconds);
      if (!breaks(wire, socket, said)) results(false, said.join(" "));
      return;
    }
    wire.received.push(JSON.parse(String(data)));
    results(true, wire.words[0] ?? "");
    results(true, wire.words.slice(1).join(" "));
    say(socket, { type: "Metadata", duration: seconds, channels: 1 });
    socket.close(1000);
  });
}

function elevenLabs(socket: WebSocket, wire: LiveWire): void {
  let seconds = 0;
  say(socket, { message_type: "session_started", session_id: "s", config: {} });
  socket.on("message", (data) => {
    const { audio_base_64, commit, ...rest } = JSON.parse(String(data));
    const length = Buffer.from(audio_base_64, "base64").length;
    wire.bytes += length;
    seconds += length / 32_000;
    if (length === 0) wire.received.push({ commit, ...rest });
    if (commit && seconds < 0.3)
      say(socket, { message_type: "commit_throttled", error: "Commit less often." });
    else if (commit) say(socket, { message_type: "committed_transcript", text: wire.words.join(" ") });
    else if (!breaks(wire, socket, heard(wire, seconds)))
      say(socket, { message_type: "partial_transcript", text: heard(wire, seconds).join(" ") });
  });
}

const OF_WORDS = "conversation.item.input_audio_transcription";

function openAi(socket: WebSocket, wire: LiveWire): void {
  let seconds = 0;
  let said = 0;
  say(socket, { type: "session.created", session: { type: "transcription" } });
  const refuse = (code: string) =>
    say(socket, { type: "error", error: { type: "invalid_request_error", code } });
  const append = (audio: string) => {
    const { length } = Buffer.from(audio, "base64");
    wire.bytes += length;
    seconds += length / 48_000;
    const words = heard(wire, seconds);
    if (breaks(wire, socket, words)) return;
    for (const word of words.slice(said))
      say(socket, { type: `${OF_WORDS}.delta`, item_id: "item", delta: said++ === 0 ? word : ` ${word}` });
  };
  socket.on("message", (data) => {
    const event = JSON.parse(String(data));
    if (event.type === "input_audio_buffer.append") return append(event.audio);
    wire.received.push(event);
    if (event.type === "session.update")
      return event.session.type === "transcription"
        ? say(socket, { type: "session.updated" })
        : refuse("type");
    if (event.type !== "input_audio_buffer.commit") return refuse("unknown_event");
    if (seconds < 0.1) return refuse("input_audio_buffer_commit_empty");
    say(socket, { type: "input_audio_buffer.committed", item_id: "item" });
    say(socket, { type: `${OF_WORDS}.completed`, item_id: "item", transcript: wire.words.join(" ") });
  });
}
