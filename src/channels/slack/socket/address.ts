/** Address of a Socket Mode connection. Each is good for one connection. */
import { z } from "zod";
import { callSlack } from "../api.ts";
import { reasonOf } from "../outbound/outcome.ts";
import type { SlackApp } from "../settings.ts";

export type SocketAddress =
  | { status: "ready"; url: string }
  | { status: "later"; retry_after_ms?: number; reason: string }
  /** `problem` is public and says what to do. */
  | { status: "refused"; problem: string };

const Opened = z.object({ url: z.url({ protocol: /^wss?$/ }) });

/** Errors of a token that will not become right by itself. */
const FATAL: Readonly<Record<string, string>> = {
  invalid_auth: "Slack rejected the App-Level Token. Generate a new one under Basic Information.",
  not_authed: "Slack rejected the App-Level Token. Generate a new one under Basic Information.",
  token_revoked: "The App-Level Token was revoked. Generate a new one under Basic Information.",
  not_allowed_token_type: "That isn't an App-Level Token. Generate one under Basic Information.",
  missing_scope: "The App-Level Token lacks the scope connections:write. Generate one that has it.",
  forbidden_team: "Socket Mode is off for this app. Turn it on on the app's page Socket Mode.",
  socket_mode_not_enabled: "Socket Mode is off for this app. Turn it on on the app's page Socket Mode.",
};

/** Single attempt to get an address. Never throws. */
export async function socketAddressOf(
  { base, app_token = "" }: Pick<SlackApp, "base" | "app_token">,
  signal: AbortSignal,
): Promise<SocketAddress> {
  const call = { method: "apps.connections.open", fields: {} };
  const answered = await callSlack({ base, token: app_token }, call, signal);
  if (answered.status === "unknown") return { status: "later", reason: answered.reason };
  if (answered.status === "refused") return notOpened(answered);
  const opened = Opened.safeParse(answered.body).data;
  if (!opened) return { status: "later", reason: "Slack gave no address for Socket Mode." };
  return { status: "ready", url: opened.url };
}

function notOpened({ error, retry_after_ms }: { error: string; retry_after_ms?: number }): SocketAddress {
  const problem = FATAL[error];
  if (problem !== undefined) return { status: "refused", problem };
  return {
    status: "later",
    reason: reasonOf(error),
    ...(retry_after_ms !== undefined && { retry_after_ms }),
  };
}
