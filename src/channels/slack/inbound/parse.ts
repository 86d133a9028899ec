/** Parses Slack's requests: events as JSON; buttons and commands as forms. */
import type { ParsedWebhook, WebhookRequest } from "../../channel.ts";
import { jsonAs } from "../../wire/json.ts";
import type { SlackApp } from "../settings.ts";
import { ignoreWebhook } from "./answers.ts";
import { Interaction, pressOf } from "./button-press.ts";
import { commandOf, SlashCommand } from "./command.ts";
import { Envelope } from "./envelope.ts";
import { type Installation, whyNotHere } from "./installation.ts";
import { messageOf } from "./message.ts";
import type { Workspace } from "./workspace.ts";

export async function parse(
  { app, workspace }: { app: SlackApp; workspace: Workspace },
  { method, headers, body }: WebhookRequest,
): Promise<ParsedWebhook> {
  if (method !== "POST") return ignoreWebhook("Slack sends its events by POST.");
  const kind = headers.get("content-type") ?? "";
  if (kind.startsWith("application/x-www-form-urlencoded"))
    return formOf({ app, workspace, home: await workspace.home() }, body);
  const envelope = jsonAs(Envelope, body);
  if (!envelope) return ignoreWebhook("It isn't a Slack event.");
  if (envelope.type === "url_verification")
    return { status: "answer", content_type: "text/plain", body: envelope.challenge };
  const home = await workspace.home();
  const { team_id: team, enterprise_id: enterprise, api_app_id } = envelope;
  const elsewhere = whyNotHere(home, { team, enterprise, app: api_app_id });
  return elsewhere === undefined ? messageOf({ app, workspace, home }, envelope) : ignoreWebhook(elsewhere);
}

interface Reader {
  app: SlackApp;
  workspace: Workspace;
  home: Installation;
}

async function formOf({ app, workspace, home }: Reader, body: Uint8Array): Promise<ParsedWebhook> {
  const form = new URLSearchParams(new TextDecoder().decode(body));
  const payload = form.get("payload");
  if (payload !== null) {
    const interaction = jsonAs(Interaction, payload);
    if (!interaction) return ignoreWebhook("It isn't a button press.");
    return pressOf({ app, home, language: workspace.languageOf(interaction.user.id) }, interaction);
  }
  const command = SlashCommand.safeParse(Object.fromEntries(form));
  if (!command.success) return ignoreWebhook("It is neither a button nor a command.");
  const { team_id: team, enterprise_id: enterprise, api_app_id } = command.data;
  const elsewhere = whyNotHere(home, { team, enterprise, app: api_app_id });
  if (elsewhere !== undefined) return ignoreWebhook(elsewhere);
  return commandOf({ app, language: workspace.languageOf(command.data.user_id) }, command.data);
}
