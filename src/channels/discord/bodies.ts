/** Message bodies for Discord: texts with buttons, and files. They never ping anybody. */
import type { RESTPostAPIChannelMessageJSONBody } from "discord-api-types/v10";
import { sha256Hex } from "../../platform/digest.ts";
import type { Chunk, Outgoing } from "../channel.ts";
import type { ChannelFiles } from "../kind.ts";
import { rowsOf } from "./buttons.ts";
import { renderDiscord } from "./format/render.ts";

type MessageBody = Pick<
  RESTPostAPIChannelMessageJSONBody,
  | "content"
  | "components"
  | "allowed_mentions"
  | "message_reference"
  | "nonce"
  | "enforce_nonce"
  | "flags"
  | "attachments"
>;

/** Suppresses link previews: Discord would fetch each address, which may carry private data. */
export const NO_PREVIEWS = 4;

export interface ComposedMessage {
  body: MessageBody;
  file?: { name: string; blob: Blob };
}

export function textBody({ text, prompt }: Extract<Chunk, { type: "text" }>): MessageBody {
  const content = renderDiscord(text);
  return { content, allowed_mentions: { parse: [] }, components: rowsOf(prompt), flags: NO_PREVIEWS };
}

/** Undefined: the file is gone, or the chunk is not a message for people. May reject. */
export async function writtenOf(
  { chunk, from }: Outgoing,
  files: ChannelFiles,
): Promise<ComposedMessage | undefined> {
  if (chunk.type === "text") return { body: textBody(chunk) };
  if (chunk.type !== "media") return undefined;
  const file = await files.read(from.owner, chunk.media.file_id);
  if (!file) return undefined;
  const { name, media_type, bytes } = file;
  const blob = new Blob([new Uint8Array(bytes)], { type: media_type });
  const attachments = [{ id: "0", filename: name }];
  return { body: { allowed_mentions: { parse: [] }, attachments, flags: NO_PREVIEWS }, file: { name, blob } };
}

export function formOf({ body, file }: ComposedMessage): MessageBody | FormData {
  if (!file) return body;
  const form = new FormData();
  form.set("payload_json", JSON.stringify(body));
  form.set("files[0]", file.blob, file.name);
  return form;
}

/** Deterministic for a key; Discord takes at most 25 characters. */
export async function nonceOf(key: string): Promise<string> {
  return (await sha256Hex(key)).slice(0, 24);
}
