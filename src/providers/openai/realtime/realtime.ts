/** OpenAI's realtime models, over a WebSocket: each call is one response of a session that has our conversation. */
import type { ModelRequest, ToolSpec } from "../../../agent/ports/model.ts";
import type { Load } from "../../../platform/load.ts";
import type { ModelEntry } from "../../catalog/schema.ts";
import { failureContextOf, failuresFor } from "../../failures.ts";
import { withFormWords } from "../../prompt/answer-form.ts";
import { outputLimit } from "../../prompt/output-limit.ts";
import type { Clock, Provider, ProviderCall } from "../../provider.ts";
import type { JsonObject } from "../../wire/json.ts";
import { runWire } from "../../wire/run-wire.ts";
import { RealtimeDecoder } from "./decode.ts";
import { itemsOf } from "./items.ts";
import type { RealtimeSession, SessionRequest } from "./session.ts";
import { Sessions } from "./sessions.ts";
import type { OpenModelSocket } from "./socket.ts";
import { realtimeVoice } from "./voices.ts";

interface RealtimeOptions {
  clock: Clock;
  load: Load;
  createCallId: () => string;
  openSocket?: OpenModelSocket | undefined;
}

export function createRealtime({ clock, load, createCallId, openSocket }: RealtimeOptions): Provider {
  const sessions = new Sessions(clock);
  return {
    stream(call, signal) {
      const context = failureContextOf(call, clock);
      return runWire({
        open: (attempt, tell) => opened(call, { sessions, openSocket, attempt, tell }),
        decoder: new RealtimeDecoder(context, call.request, createCallId),
        failures: failuresFor(context),
        limits: call.limits,
        clock,
        load,
        signal,
      });
    },
  };
}

interface Opening {
  sessions: Sessions;
  openSocket: OpenModelSocket | undefined;
  attempt: AbortSignal;
  tell(text: string): void;
}

const EVENTS = { headers: { "content-type": "text/event-stream" } };

async function opened(call: ProviderCall, opening: Opening): Promise<Response> {
  const asked = askedBy(call, opening.tell);
  const name = nameOf(call);
  const kept = name === undefined ? undefined : opening.sessions.take(name);
  const again = kept && askedOf(kept, asked);
  if (again) return new Response(again, EVENTS);
  const session = opening.sessions.create(name, call.request.speech !== undefined);
  await connect(session, call, opening);
  return new Response(session.ask(asked), EVENTS);
}

/** Undefined: the kept session's connection is gone, or belongs to an object that has ended. */
function askedOf(session: RealtimeSession, asked: SessionRequest): ReadableStream<Uint8Array> | undefined {
  try {
    return session.ask(asked);
  } catch {
    return undefined;
  }
}

async function connect(session: RealtimeSession, call: ProviderCall, opening: Opening): Promise<void> {
  const { openSocket, attempt: signal } = opening;
  if (!openSocket) throw new Error("no connection can be opened here");
  const address = call.base_url ?? call.provider.base_url ?? "https://api.openai.com/v1";
  const socket = await openSocket({
    url: `${address}/realtime?model=${encodeURIComponent(call.model.wire_id)}`,
    headers: { authorization: `Bearer ${call.key || "none"}` },
    signal,
    message: (text) => session.message(text),
    closed: () => session.closed(),
  });
  session.use(socket);
  if (signal.aborted) session.close();
}

/** Calls of one conversation share a session, spoken ones and written ones apart. A voice stays for a session's life. */
function nameOf({ request, model, key, base_url }: ProviderCall): string | undefined {
  if (request.cache_key === undefined) return undefined;
  const sound = request.speech ? voiceOf(request) : null;
  return JSON.stringify([request.cache_key, model.wire_id, base_url, key, sound]);
}

function askedBy(call: ProviderCall, tell: (text: string) => void): SessionRequest {
  const request = withFormWords(call.request);
  return {
    session: sessionOf(request, call.model),
    items: itemsOf({ ...call, request }, tell),
    response: responseOf(request, call.model),
  };
}

function voiceOf({ speech }: ModelRequest): string {
  return realtimeVoice(speech?.voice?.replace(/^openai\//, ""));
}

const SOUND = { type: "audio/pcm", rate: 24_000 };

/** Nothing is dropped without our knowledge: a conversation that is too long fails, and is compacted. */
function sessionOf(request: ModelRequest, model: ModelEntry): JsonObject {
  const instructions = request.system.map(({ text }) => text).filter((text) => text.trim() !== "");
  return {
    type: "realtime",
    instructions: instructions.join("\n\n"),
    tools: request.tools.map(toolOf),
    truncation: "disabled",
    audio: {
      input: { format: SOUND, turn_detection: null, transcription: null },
      output: { format: SOUND, voice: voiceOf(request) },
    },
    ...reasoningOf(request, model),
  };
}

function toolOf({ name, description, input }: ToolSpec): JsonObject {
  return { type: "function", name, description, parameters: { ...input, type: "object" } };
}

/** Thinking costs time that people hear: it cannot be switched off, but reduced. */
function reasoningOf({ reasoning }: ModelRequest, { thinking }: ModelEntry): JsonObject {
  if (thinking !== "effort" || reasoning === undefined) return {};
  return { reasoning: { effort: reasoning === "off" ? "minimal" : reasoning } };
}

/** The highest limit that can be named. */
const MOST_OUTPUT = 4_096;

function responseOf(request: ModelRequest, model: ModelEntry): JsonObject {
  const limit = outputLimit(request, model);
  return {
    output_modalities: [request.speech ? "audio" : "text"],
    max_output_tokens: limit > MOST_OUTPUT ? "inf" : limit,
    ...(request.tools.length > 0 && toolChoiceOf(request, model)),
  };
}

function toolChoiceOf({ tool_choice, is_serial }: ModelRequest, { thinking }: ModelEntry): JsonObject {
  const choice = typeof tool_choice === "object" ? { type: "function", ...tool_choice } : tool_choice;
  return {
    ...(choice !== undefined && { tool_choice: choice }),
    // Models without thinking call one tool at a time anyway, and know no such field.
    ...(is_serial && thinking === "effort" && { parallel_tool_calls: false }),
  };
}
