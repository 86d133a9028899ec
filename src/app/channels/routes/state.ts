/** State of each account of each channel. */
import type { ChannelPort, Health } from "../../../channels/channel.ts";
import type { Channel } from "../../../domain/inbound.ts";
import { FIRST_PERSON } from "../../../people/person.ts";
import type { AccessPolicy } from "../../../routing/access/access.ts";
import type { ChannelDefaults } from "../../../routing/threads.ts";
import { warnOfUnanswered } from "../../../routing/unanswered.ts";
import type { ChannelAccount } from "../../../storage/d1/index/access-rules.ts";
import type { ApiContext } from "../../http/api.ts";
import { iso } from "../../http/query.ts";
import { servicesOf } from "../services.ts";

const HEALTH_MS = 8_000;

/** The first account of each channel that people write by, and every account that the settings name or that was heard of. */
export async function accountsOf(context: ApiContext): Promise<ChannelAccount[]> {
  const { kinds, channelAccounts, connections } = servicesOf(context);
  await connections.ready();
  const known = await channelAccounts.list();
  return Object.values(kinds)
    .filter(({ carried, peers }) => carried && peers === "people")
    .flatMap(({ name }) => {
      const more = known.filter(({ channel }) => channel === name).map(({ account }) => account);
      const accounts = [...new Set(["", ...accountsIn(connections.settings(), name), ...more])];
      return accounts.map((account) => ({ channel: name, account }));
    });
}

/** A further account has the names of the first one's settings, followed by its own name. */
function accountsIn(env: object, channel: Channel): string[] {
  const prefix = `${channel.toUpperCase()}_`;
  const names = Object.keys(env).filter((name) => name.startsWith(prefix));
  return names.flatMap((name) =>
    names
      .filter((longer) => longer.startsWith(`${name}_`))
      .map((longer) =>
        longer
          .slice(name.length + 1)
          .toLowerCase()
          .replaceAll("_", "-"),
      ),
  );
}

/** State of an account. `check`: the platform is asked for it. */
export async function stateOf(context: ApiContext, of: ChannelAccount, { check }: { check: boolean }) {
  const { kinds, channels, channelAccess, threadCache } = servicesOf(context);
  const { channel, account } = of;
  const port = channels.get(channel, account);
  const [rule, defaults, health, heard, pending_pairings] = await Promise.all([
    ruleOf(context, of),
    threadCache.defaults(of),
    check && !("missing" in port) ? healthOf(port) : { status: "not_asked" as const },
    heardOf(context, of),
    pendingOf(context, of),
  ]);
  const policy = rule ?? channelAccess.setting(channel, account);
  return {
    ...of,
    label: kinds[channel].label,
    missing: "missing" in port ? port.missing : null,
    policy,
    warning: (await warningOf(context, policy, defaults)) ?? null,
    policy_by: rule === undefined ? ("setting" as const) : ("app" as const),
    ...defaults,
    health,
    can_connect: !("missing" in port) && port.connect !== undefined,
    webhook_url: webhookUrl(context, of),
    ...heard,
    pending_pairings,
  };
}

/** Warns about agents that answer where nobody is named, in direct messages and in groups. */
async function warningOf(
  context: ApiContext,
  policy: AccessPolicy,
  { default_agent, fallback_agent }: ChannelDefaults,
): Promise<string | undefined> {
  const { agentCache, preferenceCache } = servicesOf(context);
  const usual = default_agent ?? (await preferenceCache.get(FIRST_PERSON)).default_agent;
  const agents = await Promise.all([usual, fallback_agent ?? usual].map((slug) => agentCache.get(slug)));
  return warnOfUnanswered({ policy, agents });
}

/** `url` is this instance's address, as the platform reaches it. */
export function webhookUrl(context: ApiContext, { channel, account }: ChannelAccount, url?: string): string {
  const path = account === "" ? channel : `${channel}/${account}`;
  return new URL(`/webhooks/${path}`, url ?? context.req.url).href;
}

async function ruleOf(context: ApiContext, of: ChannelAccount) {
  const rules = await servicesOf(context).channelAccess.rules.list(of);
  return rules.find((rule) => rule.kind === "account")?.rule;
}

async function heardOf(context: ApiContext, { channel, account }: ChannelAccount) {
  const all = await servicesOf(context).channelAccounts.list();
  const heard = all.find((each) => each.channel === channel && each.account === account);
  return {
    last_inbound_at: iso(heard?.last_inbound_at ?? undefined),
    last_sender: heard?.last_sender ?? null,
    last_error: heard?.last_error ?? null,
    last_error_at: iso(heard?.last_error_at ?? undefined),
  };
}

async function pendingOf(context: ApiContext, { channel, account }: ChannelAccount): Promise<number> {
  const waiting = await servicesOf(context).people.pairings.list();
  return waiting.filter((each) => each.channel === channel && each.account === account).length;
}

/** Asks the platform, where it can be asked. */
export async function healthOf(port: ChannelPort): Promise<Health | { status: "not_asked" }> {
  return port.health ? port.health(AbortSignal.timeout(HEALTH_MS)) : { status: "not_asked" };
}
