/** Health and webhook of the number, for the operator. */
import { z } from "zod";
import type { Health } from "../../channel.ts";
import { callGraph, type WhatsAppResponse } from "../api.ts";
import type { WhatsAppNumber } from "../settings.ts";
import { reasonOf } from "./outcome.ts";

const Phone = z.object({
  display_phone_number: z.string(),
  verified_name: z.string().default(""),
  webhook_configuration: z
    .object({ phone_number: z.string().optional(), application: z.string().optional() })
    .optional(),
});

export async function health(number: WhatsAppNumber, signal: AbortSignal): Promise<Health> {
  const path = `${number.phone_id}?fields=display_phone_number,verified_name,webhook_configuration`;
  const answered = await callGraph(number, { path }, signal);
  if (answered.status !== "ok") return broken(answered);
  const phone = Phone.safeParse(answered.body).data;
  if (!phone) return { status: "broken", problem: "WhatsApp's answer has an unexpected form." };
  const { display_phone_number, verified_name, webhook_configuration: webhook } = phone;
  const name = [verified_name, display_phone_number].filter((part) => part !== "").join(", ");
  const open_url = `https://wa.me/${display_phone_number.replace(/\D/g, "")}?text=${encodeURIComponent("/link ")}CODE`;
  return { status: "ok", name, webhook: webhook?.phone_number ?? webhook?.application ?? null, open_url };
}

/** Meta sends its challenge to the address before it accepts it. WhatsApp has no commands. */
export async function connect(
  number: WhatsAppNumber,
  { url }: { url: string },
  signal: AbortSignal,
): Promise<Health> {
  const { phone_id: path, verify_token } = number;
  const body = { webhook_configuration: { override_callback_uri: url, verify_token } };
  const answered = await callGraph(number, { path, body }, signal);
  return answered.status === "ok" ? health(number, signal) : broken(answered);
}

function broken(answered: Exclude<WhatsAppResponse, { status: "ok" }>): Health {
  if (answered.status === "refused") return { status: "broken", problem: reasonOf(answered) };
  return { status: "broken", problem: `${answered.reason} Check the network and try again.` };
}
