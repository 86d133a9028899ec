/**
 * The workspace of an event. User ids are unique only within a workspace: somebody of another workspace who writes in a
 * shared channel must never be taken for the person with the same id here.
 */
import { z } from "zod";
import { callSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";

/** The workspace that the app is installed in, according to its token. */
export interface Installation {
  /** Undefined: Slack does not say. */
  team: string | undefined;
  /** The enterprise that the workspace belongs to. */
  enterprise: string | undefined;
  app: string | undefined;
}

/** An event's origin, according to Slack. */
interface Origin {
  team?: string | null | undefined;
  enterprise?: string | null | undefined;
  app?: string | null | undefined;
}

export const NOWHERE: Installation = { team: undefined, enterprise: undefined, app: undefined };

/** Why an event is ignored; undefined: it is for this app, from the workspace where it is installed. */
export function whyNotHere(home: Installation, { team, enterprise, app }: Origin): string | undefined {
  if (app && home.app && app !== home.app) return "The event is for another app.";
  if (!home.team || !team || team === home.team) return undefined;
  const isOfEnterprise = home.enterprise !== undefined && [team, enterprise].includes(home.enterprise);
  return isOfEnterprise ? undefined : "The event comes from another workspace than the app's.";
}

/**
 * The plain id for members of the workspace, so that existing links stay valid. `of`: the author's workspace; `team`:
 * the workspace where they write.
 */
export function senderIn(
  home: Installation,
  user: string,
  { team, of }: { team?: Origin["team"]; of?: Origin["team"] },
) {
  return !of || [home.team, home.enterprise, team].includes(of) ? user : `${of}:${user}`;
}

const Me = z.object({
  team_id: z.string().optional(),
  enterprise_id: z.string().nullish(),
  bot_id: z.string().optional(),
});
const Bot = z.object({ bot: z.object({ app_id: z.string().optional() }) });

/** Undefined when Slack does not answer now. Never rejects. */
export async function fetchInstallation(
  app: SlackApp,
  signal: AbortSignal,
): Promise<Installation | undefined> {
  const answer = await callSlack(app, { method: "auth.test", fields: {} }, signal);
  if (answer.status === "unknown") return undefined;
  const me = answer.status === "ok" ? Me.safeParse(answer.body).data : undefined;
  if (me?.team_id === undefined) return NOWHERE;
  return {
    team: me.team_id,
    enterprise: me.enterprise_id ?? undefined,
    app: me.bot_id === undefined ? undefined : await fetchApp(app, me.bot_id, signal),
  };
}

async function fetchApp(app: SlackApp, bot: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await callSlack(app, { method: "bots.info", fields: { bot } }, signal);
  return answer.status === "ok" ? Bot.safeParse(answer.body).data?.bot.app_id : undefined;
}
