/**
 * Whose an event is. The ids of people are told apart within a workspace alone: somebody of another one who writes in a shared
 * channel is never whoever has the same id here.
 */
import { z } from "zod";
import { callSlack } from "../api.ts";
import type { SlackApp } from "../settings.ts";

/** Where the app is installed, as its token says. */
export interface Home {
  /** Undefined: Slack does not say. */
  team: string | undefined;
  /** That the workspace belongs to. */
  enterprise: string | undefined;
  app: string | undefined;
}

/** Where an event comes from, as Slack says. */
export interface Origin {
  team?: string | null | undefined;
  enterprise?: string | null | undefined;
  app?: string | null | undefined;
}

export const NOWHERE: Home = { team: undefined, enterprise: undefined, app: undefined };

/** Why nobody reads it; undefined: it is for this app, in the workspace where it is installed. */
export function whyNotHere(home: Home, { team, enterprise, app }: Origin): string | undefined {
  if (app && home.app && app !== home.app) return "It is for another app.";
  if (!home.team || !team || team === home.team) return undefined;
  const isOfEnterprise = home.enterprise !== undefined && [team, enterprise].includes(home.enterprise);
  return isOfEnterprise
    ? undefined
    : "It comes from another workspace than the one where the app is installed.";
}

/** The id alone for those of the workspace, so that what was linked stays. `of`: of who writes; `team`: where they do. */
export function senderIn(
  home: Home,
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

/** Undefined where Slack does not answer now. Never rejects. */
export async function askedHome(app: SlackApp, signal: AbortSignal): Promise<Home | undefined> {
  const told = await callSlack(app, { method: "auth.test", fields: {} }, signal);
  if (told.status === "unknown") return undefined;
  const me = told.status === "ok" ? Me.safeParse(told.body).data : undefined;
  if (me?.team_id === undefined) return NOWHERE;
  return {
    team: me.team_id,
    enterprise: me.enterprise_id ?? undefined,
    app: me.bot_id === undefined ? undefined : await askedApp(app, me.bot_id, signal),
  };
}

async function askedApp(app: SlackApp, bot: string, signal: AbortSignal): Promise<string | undefined> {
  const told = await callSlack(app, { method: "bots.info", fields: { bot } }, signal);
  return told.status === "ok" ? Bot.safeParse(told.body).data?.bot.app_id : undefined;
}
