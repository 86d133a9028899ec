/** The one check of who may write by a channel, over this Worker's people and channels. */
import type { Channels } from "../../../channels/channel.ts";
import type { ChannelKinds } from "../../../channels/kinds.ts";
import type { Source } from "../../../domain/inbound.ts";
import { loadWords } from "../../../domain/text/translated/in-language.ts";
import type { Log } from "../../../observability/log-port.ts";
import { FIRST_PERSON, isClient } from "../../../people/person.ts";
import { principalOfPerson } from "../../../people/principals.ts";
import { SenderCache } from "../../../people/sender-cache.ts";
import { accessSettings } from "../../../routing/access/access-settings.ts";
import { createLinking, type Linking } from "../../../routing/linking.ts";
import { type LinkedPerson, senderCheck } from "../../../routing/senders.ts";
import { ClientBots } from "../../../storage/d1/clients/bots.ts";
import type { Database } from "../../../storage/d1/database.ts";
import { AccessCache } from "../../../storage/d1/index/access-cache.ts";
import { AccessRuleStore } from "../../../storage/d1/index/access-rules.ts";
import type { ChannelAccounts } from "../../../storage/d1/index/channel-accounts.ts";
import type { People } from "../../../storage/d1/people/people.ts";
import type { Tries } from "../../../storage/d1/people/tries.ts";
import type { House } from "../../house.ts";
import { plainMessage } from "./plain-message.ts";

export interface SenderParts {
  env: object;
  db: Database;
  now(): number;
  log: Log;
  kinds: ChannelKinds;
  channels: Channels;
  channelAccounts: ChannelAccounts;
  people: Pick<People, "identities" | "pairings" | "linkCodes" | "standing">;
  tries: Tries;
  branding: Pick<House["branding"], "get">;
}

export type Doorkeeping = Pick<House, "senders" | "linking" | "clientBots" | "channelAccess">;

export function wireSenders(parts: SenderParts): Doorkeeping {
  const { env, db, now, kinds, people, channelAccounts } = parts;
  const rules = new AccessRuleStore(db, now);
  const accessCache = new AccessCache(rules, now);
  const clientBots = new ClientBots(db, now);
  const links = () => people.identities.links;
  const persons = new SenderCache((source) => personOf(people, source), now, links);
  const setting = accessSettings(env, Object.values(kinds));
  const linking = linkingOf(parts);
  const senders = senderCheck({
    personOf: (source) => persons.get(source),
    wasStranger: (source) => persons.wasStranger(source),
    setting,
    rules: (source) => accessCache.of(source),
    offerPairing: (source) => linking.offer(source),
    noteSeen: (source) => channelAccounts.inbound(source),
    client: (source) => clientBots.of(source),
    host: FIRST_PERSON,
  });
  return { senders, linking, clientBots, channelAccess: { rules, cache: accessCache, setting } };
}

async function personOf(
  { identities, standing }: SenderParts["people"],
  { channel, account = "", sender }: Source,
): Promise<LinkedPerson | undefined> {
  const found = await identities.sender({ channel, account, platform_id: sender });
  if (found?.person.disabled_at !== null) return undefined;
  const { person, language } = found;
  const known = principalOfPerson(person);
  // A client acts only as long as its keeper may.
  const principal = isClient(person.id) ? await standing(known) : known;
  return principal && { principal, language };
}

function linkingOf({ channels, people, tries, log, branding }: SenderParts): Linking {
  const { identities, pairings, linkCodes } = people;
  return createLinking({
    instanceName: async () => (await branding.get()).name ?? "Nightjar",
    count: (counted) => tries.take(counted),
    offer: (source) => pairings.offer({ ...identityIn(source), thread: source.thread ?? source.sender }),
    personOfCode: (code) => linkCodes.take(code),
    link: (person_id, source) => identities.link({ ...identityIn(source), person_id }),
    tell: async (source, markdown) =>
      plainMessage({ channels, log }, source, {
        markdown: (await loadWords(source.language))(markdown),
        key: `plain:${crypto.randomUUID()}`,
      }),
  });
}

function identityIn({ channel, account = "", sender, sender_name: name = "" }: Source) {
  return { channel, account, platform_id: sender, name: name.slice(0, 100) };
}
