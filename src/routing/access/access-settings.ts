/**
 * Access policies from the settings: `TELEGRAM_ACCESS`, and `TELEGRAM_ACCESS_SALES` for the account `sales`.
 */
import { AppError } from "../../domain/errors.ts";
import type { Channel } from "../../domain/inbound.ts";
import { ACCESS_POLICIES, type AccessPolicy } from "./access.ts";

/** The policy of an account. Throws an AppError that names the setting and its allowed values. */
export type AccessSettings = (channel: Channel, account?: string) => AccessPolicy;

interface AccessedChannel {
  name: Channel;
  strangers?: "guests";
}

/** Throws at once, like its result does, if the setting of a channel's first account is invalid. */
export function accessSettings(env: object, channels: readonly AccessedChannel[]): AccessSettings {
  const usual = new Map(
    channels.map(({ name, strangers }) => [name, strangers ? "open" : "closed"] as const),
  );
  const read: AccessSettings = (channel, account = "") =>
    policyIn(env, settingOf(channel, account)) ??
    policyIn(env, settingOf(channel, "")) ??
    usual.get(channel) ??
    "closed";
  for (const { name } of channels) read(name);
  return read;
}

function settingOf(channel: Channel, account: string): string {
  const name = `${channel.toUpperCase()}_ACCESS`;
  return account === "" ? name : `${name}_${account.toUpperCase().replaceAll("-", "_")}`;
}

function policyIn(env: object, name: string): AccessPolicy | undefined {
  const value: unknown = (env as Record<string, unknown>)[name];
  if (typeof value !== "string" || value.trim() === "") return undefined;
  const policy = ACCESS_POLICIES.find((each) => each === value.trim().toLowerCase());
  if (policy) return policy;
  throw new AppError(
    "internal",
    `${name}: must be one of ${ACCESS_POLICIES.join(", ")}. Correct it in .dev.vars (locally) or with "wrangler secret put ${name}".`,
  );
}
