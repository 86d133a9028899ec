/** The channel to the tests' own platform. A thread is the address of its chat. */
import { z } from "zod";
import type {
  ChannelLimits,
  ChannelPort,
  Channels,
  DeliveryResult,
  DownloadResult,
  Outgoing,
  ParsedWebhook,
  WebhookRequest,
} from "../../../src/channels/channel.ts";
import { CHANNELS } from "../../../src/channels/channel-list.ts";
import type { ChannelKind } from "../../../src/channels/kind.ts";
import { renderPlain } from "../../../src/channels/render-plain.ts";
import { trustId } from "../../../src/domain/ids.ts";
import type { Channel, RemoteFile } from "../../../src/domain/inbound.ts";
import { INTERFACE_LANGUAGES } from "../../../src/domain/text/translated/languages.ts";

export const TEST_CHANNEL_SECRET = "test-channel-secret";

/** An instance where that channel alone is set up. */
export function onlyChannel(name: Channel, port: ChannelPort): Channels {
  return { get: (channel) => (channel === name ? port : { missing: "set it up first." }) };
}

export interface TestChannelOptions {
  /** The name under which it stands in. */
  name: Channel;
  limits?: Partial<ChannelLimits>;
  /** Strangers may not write on this channel. */
  isClosed?: boolean;
}

/** The record of a platform, with the tests' own behind it. */
export function testChannelKind(options: TestChannelOptions): ChannelKind {
  const strangers = options.isClosed ? {} : { strangers: "guests" as const };
  // Values that a platform would add to the entered ones are not asked for here.
  const { complete: _, ...kind } = CHANNELS[options.name];
  return { ...kind, ...strangers, open: () => createTestChannel(options) };
}

export function createTestChannel({ name, limits = {} }: TestChannelOptions): ChannelPort {
  return {
    limits: { text_length: 120, keyed_for_ms: 0, media: ["image"], ...limits },
    verify: ({ headers }) =>
      headers.get("x-test-secret") === TEST_CHANNEL_SECRET
        ? { ok: true }
        : { ok: false, reason: "The secret does not match." },
    parse: (request) => parsed(name, request),
    render: renderPlain,
    deliver,
    download,
  };
}

const Update = z.object({
  id: z.string(),
  thread: z.string(),
  from: z.string(),
  text: z.string(),
  /** It is said in a group; `to_bot`: to the bot there. */
  group: z.literal(true).optional(),
  to_bot: z.literal(true).optional(),
  /** Language that the platform reports of the writer. */
  language: z.enum(INTERFACE_LANGUAGES).optional(),
  /** Photos: each is the address of its bytes. */
  photos: z.array(z.object({ ref: z.string(), name: z.string() })).optional(),
  /** The button of an approval is pressed. */
  pressed: z.object({ call_id: z.string(), decision: z.enum(["once", "always", "deny"]) }).optional(),
});

function parsed(channel: Channel, { body }: WebhookRequest): ParsedWebhook {
  const update = updateIn(body);
  if (!update) return { status: "ignored", reason: "It is no message." };
  const { id, thread, from, text, group, to_bot, photos, pressed, language } = update;
  const place = { thread, ...(group && { is_group: group }), ...(language && { language }) };
  const source = { channel, sender: from, sender_name: from, ...place };
  const key = `${channel}:${id}`;
  if (pressed) {
    const { decision } = pressed;
    const call_id = trustId<"call">(pressed.call_id);
    return { status: "inbound", inbounds: [{ type: "decision", key, source, call_id, decision }] };
  }
  const parts = text === "" ? [] : [{ type: "text" as const, text }];
  const attachments = photos?.map((photo) => ({
    ...photo,
    type: "image" as const,
    media_type: "image/png",
  }));
  const said = {
    source,
    parts,
    ...(to_bot && { is_addressed: to_bot }),
    ...(attachments && { attachments }),
  };
  return { status: "inbound", inbounds: [{ type: "user_message", key, ...said }] };
}

function updateIn(body: Uint8Array): z.output<typeof Update> | undefined {
  try {
    return Update.safeParse(JSON.parse(new TextDecoder().decode(body))).data;
  } catch {
    return undefined;
  }
}

async function download({ ref }: RemoteFile, signal: AbortSignal): Promise<DownloadResult> {
  const response = await fetch(ref, { signal });
  if (response.ok && response.body) return { status: "ready", body: response.body };
  return { status: "failed", reason: "The platform does not have it any more." };
}

async function deliver({ chunk, to, key }: Outgoing, signal: AbortSignal): Promise<DeliveryResult> {
  if (chunk.type !== "text" && chunk.type !== "media")
    return { status: "failed", reason: "This platform is for people." };
  const text = chunk.type === "text" ? renderPlain(chunk.text) : `file ${chunk.media.file_id}`;
  const prompt = chunk.type === "text" ? chunk.prompt : undefined;
  const body = JSON.stringify({ text, key, prompt });
  let response: Response;
  try {
    response = await fetch(`${to.thread}/messages`, { method: "POST", body, signal });
  } catch (problem) {
    return { status: "unknown", reason: `The connection broke: ${String(problem)}.` };
  }
  return outcomeOf(response.status, (await response.json()) as Answer);
}

interface Answer {
  id?: number;
  error?: string;
  retry_after_ms?: number;
}

function outcomeOf(status: number, { id, error = "", retry_after_ms }: Answer): DeliveryResult {
  if (status === 200) return { status: "sent", platform_id: String(id) };
  if (status === 429)
    return { status: "later", reason: error, ...(retry_after_ms !== undefined && { retry_after_ms }) };
  if (status >= 500) return { status: "later", reason: error };
  return { status: "failed", reason: error };
}
