/**
 * Who may write by a channel, and as whom. What a platform has signed says which account there has written, and nothing of
 * what it may do here: that is found out by this one check.
 */
import type { Channel, Inbound, Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";

export interface SenderDeps {
  /** The person with whom that account is linked, if there is one who may be here. May reject. */
  personOf(source: Source): Promise<Principal | undefined>;
  /** Whether unknown people may write by that channel. */
  takesStrangers(channel: Channel): boolean;
  /** Whose the conversations are that unknown people begin. */
  host: string;
}

/** Undefined: nobody answers. */
export type SenderCheck = (inbound: Inbound) => Promise<Written | undefined>;

export interface Written {
  principal: Principal;
  /** With the person whose words it is, where the house knows them. */
  inbound: Inbound;
}

export function senderCheck({ personOf, takesStrangers, host }: SenderDeps): SenderCheck {
  return async (inbound) => {
    const { source } = inbound;
    const actor = await personOf(source);
    if (actor) return { principal: actor, inbound: { ...inbound, actor } };
    if (!takesStrangers(source.channel)) return undefined;
    // They take part in a conversation of the host's, and have none of the host's rights.
    const name = source.sender_name ?? source.sender;
    return { principal: { owner: host, role: "guest", name }, inbound };
  };
}
