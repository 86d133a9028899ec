/** One call of the Bot API. Never throws: the outcome is data. */
import type { ApiMethods } from "@grammyjs/types";
import { z } from "zod";
import { parseJson } from "../../platform/json.ts";
import type { Bot } from "./settings.ts";

type Methods = ApiMethods<Blob>;

type Method = string & keyof Methods;

/** Parameters of a method as Telegram describes them; files are sent beside them. */
export type Fields<Name extends Method> = Parameters<Methods[Name]>[0];

export type TelegramResponse =
  | { status: "ok"; result: unknown }
  /** Telegram refused. */
  | { status: "refused"; code: number; description: string; retry_after_ms?: number; moved_to?: number }
  /** The outcome is unknown. */
  | { status: "unknown"; reason: string };

const Reply = z.union([
  z.object({ ok: z.literal(true), result: z.unknown() }),
  z.object({
    ok: z.literal(false),
    error_code: z.int().default(0),
    description: z.string().default(""),
    parameters: z
      .object({ retry_after: z.number().optional(), migrate_to_chat_id: z.int().optional() })
      .default({}),
  }),
]);

interface Call<Name extends Method> {
  method: Name;
  fields: Fields<Name>;
  /** Sent as a file in that field. */
  file?: { field: string; name: string; media_type: string; bytes: Uint8Array };
}

export async function callTelegram<Name extends Method>(
  bot: Pick<Bot, "base" | "token">,
  call: Call<Name>,
  signal: AbortSignal,
): Promise<TelegramResponse> {
  try {
    const response = await fetch(`${bot.base}/bot${bot.token}/${call.method}`, {
      ...bodyOf(call),
      method: "POST",
      signal,
    });
    return answeredOf(response.status, await response.text());
  } catch {
    // The error may contain the address, and so the token.
    return { status: "unknown", reason: "The connection to Telegram broke before it answered." };
  }
}

function bodyOf<Name extends Method>({ fields, file }: Call<Name>): Pick<RequestInit, "body" | "headers"> {
  if (!file) return { body: JSON.stringify(fields), headers: { "content-type": "application/json" } };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {}))
    form.set(name, typeof value === "string" ? value : JSON.stringify(value));
  const bytes = new Uint8Array(file.bytes);
  form.set(file.field, new File([bytes], file.name, { type: file.media_type }));
  return { body: form };
}

/** A proxy before Telegram's servers answers in another format: then nobody knows how far the call came. */
function answeredOf(status: number, text: string): TelegramResponse {
  const reply = Reply.safeParse(parseJson(text));
  if (!reply.success) {
    if (status === 429 || status === 413)
      return { status: "refused", code: status, description: `HTTP ${status}` };
    return { status: "unknown", reason: `Telegram answered with HTTP ${status} without a message.` };
  }
  if (reply.data.ok) return { status: "ok", result: reply.data.result };
  const { error_code, description, parameters } = reply.data;
  const { retry_after, migrate_to_chat_id } = parameters;
  return {
    status: "refused",
    code: error_code || status,
    description,
    ...(retry_after !== undefined && { retry_after_ms: retry_after * 1_000 }),
    ...(migrate_to_chat_id !== undefined && { moved_to: migrate_to_chat_id }),
  };
}
