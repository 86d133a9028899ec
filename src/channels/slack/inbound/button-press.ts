/** A pressed button: the answer or decision of the person who pressed it. */
import { z } from "zod";
import { trustId } from "../../../domain/ids.ts";
import type { Inbound, Source } from "../../../domain/inbound.ts";
import type { ParsedWebhook } from "../../channel.ts";
import { DECISION_OF_WORD, type DecisionWord } from "../../decision-words.ts";
import { isDirect, placeOfThread } from "../place.ts";
import { type Pressing, pressedOf } from "../press.ts";
import type { SlackApp } from "../settings.ts";
import { EMPTY, ignoreWebhook } from "./answers.ts";
import type { Writer } from "./command.ts";
import { type Installation, senderIn, whyNotHere } from "./installation.ts";

const Action = z.object({ action_id: z.string(), value: z.string().default(""), action_ts: z.string() });

export const Interaction = z.object({
  type: z.string(),
  user: z.object({
    id: z.string().min(1),
    username: z.string().optional(),
    name: z.string().optional(),
    team_id: z.string().optional(),
  }),
  team: z.object({ id: z.string() }).nullish().catch(undefined),
  enterprise: z.object({ id: z.string() }).nullish().catch(undefined),
  api_app_id: z.string().optional(),
  channel: z.object({ id: z.string() }).optional(),
  message: z.object({ ts: z.string() }).optional(),
  response_url: z.string().max(1_000).optional().catch(undefined),
  actions: z.array(Action).default([]),
});

type Interaction = z.output<typeof Interaction>;

export function pressOf(
  { app, home, language }: Writer & { home: Installation },
  interaction: Interaction,
): ParsedWebhook {
  const { type, channel, actions, team, enterprise, api_app_id } = interaction;
  const origin = { team: team?.id, enterprise: enterprise?.id, app: api_app_id };
  const elsewhere = whyNotHere(home, origin);
  if (elsewhere !== undefined) return ignoreWebhook(elsewhere);
  const [action] = actions;
  if (type !== "block_actions" || !action || !channel)
    return ignoreWebhook(`Interactions of type ${type} are ignored.`);
  const pressed = pressedOf(action.value);
  const place = placeOfThread(pressed?.thread);
  if (!pressed || place?.channel !== channel.id) return ignoreWebhook("It isn't one of our buttons.");
  const key = `slack:press:${channel.id}:${interaction.message?.ts ?? ""}:${action.action_ts}`;
  const { id: user, team_id: of } = interaction.user;
  const source = {
    ...sourceOf(app, interaction, pressed.thread),
    sender: senderIn(home, user, { ...origin, of }),
    ...(language && { language }),
  };
  const inbound = inboundOf(pressed, { key, source });
  return inbound
    ? { status: "inbound", inbounds: [inbound], answer: EMPTY }
    : ignoreWebhook("It isn't one of our buttons.");
}

function inboundOf(pressed: Pressing, base: Pick<Inbound, "key" | "source">): Inbound | undefined {
  // The model may have named its call: the conversation knows which calls wait.
  const call_id = trustId<"call">(pressed.call_id);
  if (pressed.kind === "question") return { ...base, type: "tool_result", call_id, content: pressed.value };
  if (!Object.hasOwn(DECISION_OF_WORD, pressed.value)) return undefined;
  return { ...base, type: "decision", call_id, decision: DECISION_OF_WORD[pressed.value as DecisionWord] };
}

/** `reply_token` leads to the person who pressed, for words that are for nobody else. */
function sourceOf(
  { account }: SlackApp,
  { user, message, response_url }: Interaction,
  thread: string,
): Omit<Source, "sender"> {
  const name = user.username ?? user.name;
  return {
    channel: "slack",
    ...(account !== "" && { account }),
    ...(!isDirect(thread) && { is_group: true as const }),
    ...(name !== undefined && { sender_name: name }),
    thread,
    ...(message && { message: message.ts }),
    ...(response_url !== undefined && { reply_token: response_url }),
  };
}
