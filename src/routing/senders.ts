/**
 * Who may write by a channel, and as whom. What a platform has signed says which account there has written, and nothing of
 * what it may do here: that is found out by this one check.
 */
import type { Inbound, Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import { type AccessRules, accessOf } from "./access/access.ts";
import type { AccessSettings } from "./access/access-settings.ts";

export interface SenderDeps {
  /** The person with whom that account is linked, if there is one who may be here. May reject. */
  personOf(source: Source): Promise<Principal | undefined>;
  /** Whether nobody was known by that account a moment ago; from memory. */
  wasStranger(source: Source): boolean;
  /** What the settings say of who may write there. */
  setting: AccessSettings;
  /** What the app says of it; from memory when warm. May reject. */
  rules(source: Source): AccessRules | Promise<AccessRules>;
  /** A stranger is told by which code they may be let in, if it is time to. May reject. */
  offerPairing(source: Source): Promise<unknown>;
  /** Something came by that account. May reject. */
  seen(source: Source): Promise<unknown>;
  /** Whose bot that is: a client's; undefined: nobody's. From memory when warm. May reject. */
  client(source: Source): BotClient | undefined | Promise<BotClient | undefined>;
  /** Whose the conversations are that unknown people begin. */
  host: string;
}

/** A client whose bot people write to, and who acts for it. */
export interface BotClient {
  id: string;
  /** Id of a person. */
  keeper: string;
  /** Otherwise nobody is answered. */
  active: boolean;
}

/** Keeps the Worker alive for what nobody waits for. */
export type Background = (work: Promise<unknown>) => void;

/** Undefined: nobody answers. `offered`: nor do they, but a code is told by which they may be let in. */
export type SenderCheck = (
  inbound: Inbound,
  background: Background,
) => Promise<Written | "offered" | undefined>;

export interface Written {
  principal: Principal;
  /** With the person whose words it is, where the house knows them. */
  inbound: Inbound;
}

export function senderCheck(deps: SenderDeps): SenderCheck {
  return async (inbound, background) => {
    const { source } = inbound;
    background(deps.seen(source));
    const known = deps.rules(source);
    const asked = [isGuestAgain(deps, source, known) ? undefined : deps.personOf(source), known] as const;
    const [person, rules, client] = await Promise.all([...asked, deps.client(source)]);
    if (client?.active === false) return undefined;
    const actor = client === undefined ? person : actorFor(client, person);
    const setting = deps.setting(source.channel, source.account);
    const access = accessOf({ is_group: source.is_group === true, role: actor?.role, setting, rules });
    if (access === "linked" && actor) return { principal: actor, inbound: { ...inbound, actor } };
    // They take part in a conversation of the host's, and have none of the host's rights.
    if (access === "guest") return { principal: guestOf(client?.id ?? deps.host, source), inbound };
    if (access !== "pair" || inbound.type !== "user_message") return undefined;
    background(deps.offerPairing(source));
    return "offered";
  };
}

/** Where strangers are let in, who was one a moment ago does not wait to be looked up once more. */
function isGuestAgain(
  { setting, wasStranger }: SenderDeps,
  source: Source,
  rules: AccessRules | Promise<AccessRules>,
): boolean {
  if (rules instanceof Promise) return false;
  const is_group = source.is_group === true;
  const standing = { is_group, role: undefined, setting: setting(source.channel, source.account), rules };
  return accessOf(standing) === "guest" && wasStranger(source);
}

/** On a client's bot it is the client whom its keeper speaks for; anybody else's account here says nothing there. */
function actorFor({ id, keeper }: BotClient, person: Principal | undefined): Principal | undefined {
  if (person?.owner !== id && person?.owner !== keeper) return undefined;
  return { owner: id, role: "member", name: person.name };
}

function guestOf(host: string, { sender, sender_name: name = sender }: Source): Principal {
  return { owner: host, role: "guest", name, stranger: true };
}
