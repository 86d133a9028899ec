/** The one check of who may write by a channel, over this Worker's people and channels. */
import type { ChannelKinds } from "../channels/kinds.ts";
import type { Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { FIRST_PERSON } from "../people/person.ts";
import { principalOfPerson } from "../people/principals.ts";
import { SenderCache } from "../people/sender-cache.ts";
import { type SenderCheck, senderCheck } from "../routing/senders.ts";
import type { People } from "../storage/d1/people/people.ts";

export function wireSenders(
  { identities }: Pick<People, "identities">,
  kinds: ChannelKinds,
  now: () => number,
): SenderCheck {
  const read = async ({ channel, account = "", sender }: Source): Promise<Principal | undefined> => {
    const person = await identities.person({ channel, account, platform_id: sender });
    return person?.disabled_at === null ? principalOfPerson(person) : undefined;
  };
  const cache = new SenderCache(read, now);
  return senderCheck({
    personOf: (source) => cache.get(source),
    takesStrangers: (channel) => kinds[channel].strangers === "guests",
    host: FIRST_PERSON,
  });
}
