/** Requests from Slack to an app, signed like Slack's own. */
import { createHmac } from "node:crypto";
import type { WebhookRequest } from "../../../src/channels/channel.ts";
import { BOT, HOME } from "./server.ts";

export interface Sent {
  headers: Record<string, string>;
  body: string;
}

/** `at` in ms. */
export function signed(body: string, kind: string, at: number): Sent {
  const stamp = String(Math.floor(at / 1_000));
  const hash = createHmac("sha256", BOT.secret).update(`v0:${stamp}:${body}`).digest("hex");
  return {
    body,
    headers: {
      "content-type": kind,
      "x-slack-request-timestamp": stamp,
      "x-slack-signature": `v0=${hash}`,
    },
  };
}

export function eventSent(event: object, at: number, origin: object = {}): Sent {
  const envelope = {
    type: "event_callback",
    team_id: HOME.team,
    api_app_id: HOME.app,
    ...origin,
    event_id: "Ev0123",
    event,
    authorizations: [{ team_id: HOME.team, user_id: BOT.user, is_bot: true }],
  };
  return signed(JSON.stringify(envelope), "application/json", at);
}

export function formSent(fields: Record<string, string>, at: number): Sent {
  return signed(new URLSearchParams(fields).toString(), "application/x-www-form-urlencoded", at);
}

export function webhookOf({ headers, body }: Sent): WebhookRequest {
  const bytes = new TextEncoder().encode(body);
  return {
    method: "POST",
    url: "https://nightjar.test/webhooks/slack",
    headers: new Headers(headers),
    body: bytes,
  };
}
