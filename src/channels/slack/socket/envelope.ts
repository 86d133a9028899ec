/** Frames of Socket Mode, and the webhook request that each would have been. */
import { z } from "zod";
import type { WebhookRequest } from "../../channel.ts";
import { jsonAs } from "../../wire/json.ts";

const Frame = z.discriminatedUnion("type", [
  z.object({ type: z.literal("hello") }),
  z.object({ type: z.literal("disconnect"), reason: z.string().default("") }),
  z.object({
    type: z.enum(["events_api", "slash_commands", "interactive"]),
    envelope_id: z.string().min(1).max(200),
    accepts_response_payload: z.boolean().default(false),
    payload: z.looseObject({}),
  }),
]);

export type SocketFrame = z.output<typeof Frame>;
export type SocketEnvelope = Extract<SocketFrame, { envelope_id: string }>;

/** Undefined for a frame of a kind that is not read. */
export function frameOf(text: string): SocketFrame | undefined {
  return jsonAs(Frame, text);
}

/** The payload in the form in which a webhook brings it, so that both are read by the same code. */
export function requestOf({ type, payload }: SocketEnvelope): WebhookRequest {
  const isEvent = type === "events_api";
  const body = isEvent ? JSON.stringify(payload) : formOf(type, payload).toString();
  const content_type = isEvent ? "application/json" : "application/x-www-form-urlencoded";
  return {
    method: "POST",
    url: "",
    headers: new Headers({ "content-type": content_type }),
    body: new TextEncoder().encode(body),
  };
}

function formOf(type: SocketEnvelope["type"], payload: SocketEnvelope["payload"]): URLSearchParams {
  if (type === "interactive") return new URLSearchParams({ payload: JSON.stringify(payload) });
  const fields = Object.entries(payload).filter(([, value]) => typeof value === "string");
  return new URLSearchParams(fields as [string, string][]);
}
