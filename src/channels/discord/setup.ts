/** Health of a bot, and its setup on Discord: commands and the interactions address. */
import { z } from "zod";
import { inOtherLanguages } from "../../domain/text/translated/in-language.ts";
import type { Health } from "../channel.ts";
import type { CompletedSettings } from "../kind.ts";
import { type ApiAnswer, createDiscordApi } from "./api.ts";
import type { Wire } from "./deliver.ts";
import { ASK, ASK_ABOUT } from "./interactions.ts";
import { refusalOf } from "./outcomes.ts";
import type { DiscordSettings } from "./settings.ts";

/**
 * Settings of the app that the token belongs to: people enter the token alone. One attempt. Never throws.
 */
export async function completeDiscord(
  settings: Pick<DiscordSettings, "DISCORD_BOT_TOKEN" | "DISCORD_API_BASE">,
  signal: AbortSignal,
): Promise<CompletedSettings> {
  const api = createDiscordApi(settings, Date.now);
  const answer = await api.send({ method: "GET", path: "/applications/@me", signal });
  if (answer.status !== "ok") return { ok: false, problem: problemOf(answer) };
  const app = application.safeParse(answer.body).data;
  if (app?.verify_key === undefined)
    return { ok: false, problem: "Discord's answer has an unexpected form." };
  const values = { DISCORD_APPLICATION_ID: app.id, DISCORD_PUBLIC_KEY: app.verify_key };
  return { ok: true, values };
}

const application = z.object({
  id: z.string(),
  name: z.string(),
  verify_key: z.string().optional(),
  interactions_endpoint_url: z.string().nullish(),
});

/** Never throws. */
export async function health(wire: Wire, signal: AbortSignal): Promise<Health> {
  const { DISCORD_APPLICATION_ID, DISCORD_PUBLIC_KEY } = wire.settings;
  const answer = await wire.api.send({ method: "GET", path: "/applications/@me", signal });
  if (answer.status !== "ok") return broken(answer);
  const app = application.safeParse(answer.body).data;
  if (!app) return { status: "broken", problem: "DISCORD_API_BASE doesn't respond like Discord." };
  if (app.id !== DISCORD_APPLICATION_ID)
    return {
      status: "broken",
      problem: `The token belongs to the app ${app.id}. Set DISCORD_APPLICATION_ID to that id.`,
    };
  if (app.verify_key !== undefined && app.verify_key.toLowerCase() !== DISCORD_PUBLIC_KEY.toLowerCase())
    return {
      status: "broken",
      problem: "DISCORD_PUBLIC_KEY isn't this app's Public Key. Copy it again.",
    };
  return {
    status: "ok",
    name: app.name,
    webhook: app.interactions_endpoint_url ?? "",
    open_url: inviteUrl(DISCORD_APPLICATION_ID),
  };
}

/** View channels, send messages, also in threads, add reactions, attach files, read the history. */
const PERMISSIONS = "274878024768";

function inviteUrl(client_id: string): string {
  const params = new URLSearchParams({
    client_id,
    scope: "bot applications.commands",
    permissions: PERMISSIONS,
  });
  return `https://discord.com/oauth2/authorize?${params}`;
}

/** Single attempt at the setup. Never throws. */
export async function disconnect(wire: Wire, signal: AbortSignal): Promise<void> {
  const body = { interactions_endpoint_url: "" };
  await wire.api.send({ method: "PATCH", path: "/applications/@me", signal, body });
}

interface Connection {
  url: string;
  commands: readonly { name: string; description: string }[];
}

/** Never throws. */
export async function connect(
  wire: Wire,
  { url, commands }: Connection,
  signal: AbortSignal,
): Promise<Health> {
  const standing = await health(wire, signal);
  if (standing.status === "broken") return standing;
  // Over the Gateway the bot hears what is written to it; commands and buttons need a public address.
  if (wire.settings.DISCORD_GATEWAY !== "off" && !url.startsWith("https:"))
    return { ...standing, is_fetched: true };
  const path = `/applications/${wire.settings.DISCORD_APPLICATION_ID}/commands`;
  const registered = await wire.api.send({ method: "PUT", path, signal, body: await commandsOf(commands) });
  if (registered.status !== "ok") return broken(registered);
  const body = { interactions_endpoint_url: url };
  const set = await wire.api.send({ method: "PATCH", path: "/applications/@me", signal, body });
  if (set.status === "ok") return { ...standing, webhook: url };
  if (set.status !== "refused" || set.http !== 400) return broken(set);
  return {
    status: "broken",
    problem: `The commands are registered, but Discord couldn't reach ${url}. It has to be a public https address. Then set it as the Interactions Endpoint URL on the app's General Information page.`,
  };
}

function broken(answer: Exclude<ApiAnswer, { status: "ok" }>): Health {
  return { status: "broken", problem: problemOf(answer) };
}

function problemOf(answer: Exclude<ApiAnswer, { status: "ok" }>): string {
  return answer.status === "refused"
    ? refusalOf(answer)
    : `${answer.reason} Check the network and try again.`;
}

const WRITTEN = 1;
const AT_A_MESSAGE = 3;
const TEXT = 3;
/** Servers, direct messages with the bot, and direct messages between people. */
const CONTEXTS = [0, 1, 2];
const MOST_DESCRIPTION = 100;

async function commandsOf(commands: Connection["commands"]): Promise<object[]> {
  const command = { name: ASK, description: "Ask the agent anything" };
  const all = [command, ...commands.filter(({ name }) => name !== ASK && /^[a-z0-9_-]{1,32}$/.test(name))];
  const written = all.map(async ({ name, description }) => ({
    type: WRITTEN,
    name,
    ...(await describedBy(description || name)),
    contexts: CONTEXTS,
    options: [await optionOf(name)],
  }));
  const name_localizations = await inOtherLanguages(ASK_ABOUT);
  return [
    ...(await Promise.all(written)),
    { type: AT_A_MESSAGE, name: ASK_ABOUT, name_localizations, contexts: CONTEXTS },
  ];
}

async function optionOf(command: string): Promise<object> {
  const [name, description] =
    command === ASK ? ["text", "What you want to say"] : ["args", "What goes with it, if anything"];
  return { type: TEXT, name, ...(await describedBy(description)), required: false };
}

/** Description of a command, in English and for those whose Discord speaks another language. */
async function describedBy(description: string): Promise<object> {
  const others = Object.entries(await inOtherLanguages(description));
  return {
    description: description.slice(0, MOST_DESCRIPTION),
    description_localizations: Object.fromEntries(
      others.map(([language, said]) => [language, said.slice(0, MOST_DESCRIPTION)]),
    ),
  };
}
