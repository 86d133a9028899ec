/** What the page of channels says. */
import type { ChannelState, Policy } from "../../api/people/channels.ts";

export const POLICY_WORDS: Record<Policy, { label: string; note: string }> = {
  closed: { label: "Closed", note: "Only people whose chat account is linked are answered." },
  pairing: { label: "By code", note: "Strangers are told a code, by which they or you let them in." },
  allowlist: { label: "Listed", note: "Also senders who are listed below, as guests." },
  open: { label: "Open", note: "Anybody is answered, as a guest, and at your cost." },
};

export const GROUP_RULES = [
  { value: "closed", label: "Linked members only" },
  { value: "allowlist", label: "Listed senders too" },
  { value: "open", label: "Everybody in it" },
] as const;

export const SENDER_RULES = [
  { value: "listed", label: "Listed" },
  { value: "blocked", label: "Blocked" },
] as const;

/** What they are called, with the account where there are several. */
export function botName({ label, account }: Pick<ChannelState, "label" | "account">): string {
  return account === "" ? label : `${label}, ${account}`;
}

export interface Step {
  title: string;
  isDone: boolean;
  /** What to do, or what was found. */
  note: string;
}

/** From nothing to a bot that answers: what is done, and what is to be done. */
export function stepsOf(state: ChannelState): Step[] {
  return [settings(state), platform(state), webhook(state), first(state)];
}

function settings({ missing }: ChannelState): Step {
  const note = missing === null ? "They are set." : `To do: ${missing}`;
  return { title: "Settings", isDone: missing === null, note };
}

function platform({ health, label }: ChannelState): Step {
  const title = `${label} knows the bot`;
  if (health.status === "ok") return { title, isDone: true, note: `It is called ${health.name}.` };
  const note = health.status === "broken" ? health.problem : "It is asked once the settings are there.";
  return { title, isDone: false, note };
}

function webhook({ health, webhook_url, last_inbound_at }: ChannelState): Step {
  const title = "Messages come here";
  const known = health.status === "ok" ? health.webhook : null;
  if (known === webhook_url) return { title, isDone: true, note: webhook_url };
  if (known !== null) return { title, isDone: false, note: `Its messages go to ${known}.` };
  return { title, isDone: last_inbound_at !== null, note: `Its webhook is ${webhook_url}` };
}

function first({ last_inbound_at }: ChannelState): Step {
  const note = last_inbound_at === null ? "Write to the bot." : "Something has come.";
  return { title: "A first message", isDone: last_inbound_at !== null, note };
}
