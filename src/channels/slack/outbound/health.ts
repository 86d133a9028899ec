/** Health of the app, for the operator. */
import { z } from "zod";
import type { Health } from "../../channel.ts";
import { callSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";
import { reasonOf } from "./outcome.ts";

const Me = z.object({ user: z.string(), team: z.string() });

/** Scopes without which the app can neither read nor answer; the manifest's others are for files, names and reactions. */
const NEEDED = ["chat:write", "im:history", "app_mentions:read"];

export async function health(app: SlackApp, signal: AbortSignal): Promise<Health> {
  const answered = await callSlack(app, { method: "auth.test", fields: {} }, signal);
  if (answered.status === "unknown")
    return broken(`${answered.reason} Check SLACK_API_BASE and the network.`);
  if (answered.status === "refused") return broken(reasonOf(answered.error));
  const me = Me.safeParse(answered.body).data;
  if (!me) return broken("Slack's answer has an unexpected form.");
  const lacking = lackingOf(answered.scopes);
  if (lacking.length > 0)
    return broken(`The app lacks the scopes ${lacking.join(", ")}. Add them and reinstall it.`);
  // The event address is visible only in the app's settings at Slack.
  return { status: "ok", name: `@${me.user} in ${me.team}`, webhook: null };
}

function lackingOf(scopes: string | null): string[] {
  if (scopes === null) return [];
  const given = new Set(scopes.split(",").map((scope) => scope.trim()));
  return NEEDED.filter((scope) => !given.has(scope));
}

function broken(problem: string): Health {
  return { status: "broken", problem };
}
