/** Events of a realtime session for one response. */
import type { ScriptedAnswer } from "./answer.ts";

export interface RealtimeAnswer extends ScriptedAnswer {
  /** Output tokens that are sound. */
  sound_tokens?: number;
  /** Input tokens that are sound and not cached. */
  heard_tokens?: number;
}

type Event = { type: string } & Record<string, unknown>;
export type WireItem = { id: string; type: string } & Record<string, unknown>;

/** 50 ms of silence: a token of sound. */
export const SOUND = Buffer.alloc(2_400).toString("base64");

export function realtimeEvents(answer: RealtimeAnswer, response: { id: string; isSpoken: boolean }): Event[] {
  const { text = [], calls = [] } = answer;
  const message = text.length > 0 ? [messageOf(text.join(""), response)] : [];
  const made = calls.map(
    ({ id: call_id, name, pieces }, index): WireItem => ({
      id: `${response.id}_call_${index}`,
      type: "function_call",
      status: "completed",
      call_id,
      name,
      arguments: pieces.join(""),
    }),
  );
  const output = [...message, ...made];
  return [
    { type: "response.created", response: { id: response.id, status: "in_progress", output: [] } },
    ...message.flatMap((item) => wordsOf(item, text, response.isSpoken)),
    ...made.flatMap((item, index) => callEvents(item, calls[index]?.pieces ?? [], message.length + index)),
    { type: "response.done", response: { id: response.id, output, ...endOf(answer) } },
  ];
}

function messageOf(text: string, { id, isSpoken }: { id: string; isSpoken: boolean }): WireItem {
  const part = isSpoken ? { type: "output_audio", transcript: text } : { type: "output_text", text };
  return { id: `${id}_message`, type: "message", role: "assistant", status: "completed", content: [part] };
}

function wordsOf(item: WireItem, pieces: readonly string[], isSpoken: boolean): Event[] {
  const place = { item_id: item.id, output_index: 0, content_index: 0 };
  const begun = { ...item, status: "in_progress", content: [] };
  const name = isSpoken ? "response.output_audio_transcript" : "response.output_text";
  return [
    { type: "response.output_item.added", output_index: 0, item: begun },
    ...pieces.flatMap((delta): Event[] => [
      { type: `${name}.delta`, ...place, delta },
      ...(isSpoken ? [{ type: "response.output_audio.delta", ...place, delta: SOUND }] : []),
    ]),
    { type: `${name}.done`, ...place, text: pieces.join(""), transcript: pieces.join("") },
    { type: "response.output_item.done", output_index: 0, item },
  ];
}

function callEvents(item: WireItem, pieces: readonly string[], output_index: number): Event[] {
  const place = { item_id: item.id, output_index, call_id: item["call_id"] };
  return [
    {
      type: "response.output_item.added",
      output_index,
      item: { ...item, status: "in_progress", arguments: "" },
    },
    ...pieces.map((delta) => ({ type: "response.function_call_arguments.delta", ...place, delta })),
    {
      type: "response.function_call_arguments.done",
      ...place,
      name: item["name"],
      arguments: item["arguments"],
    },
    { type: "response.output_item.done", output_index, item },
  ];
}

const REASONS: { [stop: string]: string } = { length: "max_output_tokens", content_filter: "content_filter" };

function endOf({ stop = "stop", usage, sound_tokens = 0, heard_tokens = 0 }: RealtimeAnswer) {
  const reason = REASONS[stop];
  const status = reason === undefined ? "completed" : "incomplete";
  const cached = usage?.cache_read ?? 0;
  return {
    status,
    ...(reason !== undefined && { status_details: { type: status, reason } }),
    ...(usage && {
      usage: {
        input_tokens: usage.input + cached,
        output_tokens: usage.output,
        total_tokens: usage.input + cached + usage.output,
        input_token_details: {
          text_tokens: usage.input + cached - heard_tokens,
          audio_tokens: heard_tokens,
          cached_tokens: cached,
          cached_tokens_details: { text_tokens: cached, audio_tokens: 0 },
        },
        output_token_details: {
          text_tokens: usage.output - sound_tokens,
          audio_tokens: sound_tokens,
        },
      },
    }),
  };
}
