/** Health of the app, for the operator. */
import { z } from "zod";
import type { Health } from "../../channel.ts";
import { callSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";
import { reasonOf } from "./outcome.ts";

const Me = z.object({ user: z.string(), team: z.string(), team_id: z.string(), user_id: z.string() });

/** Scopes without which the app can neither read nor answer; the manifest's others are for files, names and reactions. */
const NEEDED = ["chat:write", "im:history", "app_mentions:read"];

export async function health(app: SlackApp, signal: AbortSignal): Promise<Health> {
  const answered = await callSlack(app, { method: "auth.test", fields: {} }, signal);
  if (answered.status === "unknown") return broken(`${answered.reason} Check the network and try again.`);
  if (answered.status === "refused") return broken(reasonOf(answered.error));
  const me = Me.safeParse(answered.body).data;
  if (!me) return broken("Slack's answer has an unexpected form.");
  const lacking = lackingOf(answered.scopes);
  if (lacking.length > 0)
    return broken(`The app lacks the scopes ${lacking.join(", ")}. Add them and reinstall it.`);
  return { status: "ok", name: `@${me.user} in ${me.team}`, ...wayIn(app), open_url: openUrl(me) };
}

/** Opens the direct messages with the bot in the workspace. */
function openUrl({ team_id, user_id }: z.output<typeof Me>): string {
  return `https://app.slack.com/client/${team_id}/${user_id}`;
}

type WayIn = Pick<Extract<Health, { status: "ok" }>, "webhook" | "is_fetched">;

/** The event address is visible only in the app's settings at Slack. */
function wayIn({ app_token }: SlackApp): WayIn {
  return app_token === undefined ? { webhook: null } : { webhook: "", is_fetched: true };
}

function lackingOf(scopes: string | null): string[] {
  if (scopes === null) return [];
  const given = new Set(scopes.split(",").map((scope) => scope.trim()));
  return NEEDED.filter((scope) => !given.has(scope));
}

function broken(problem: string): Health {
  return { status: "broken", problem };
}
