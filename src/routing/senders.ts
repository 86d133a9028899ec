/**
 * Authenticates senders on channels. A platform's signature proves which account wrote, and nothing about its
 * rights here: this check determines those.
 */
import type { Inbound, Source } from "../domain/inbound.ts";
import type { Principal } from "../domain/principal.ts";
import type { InterfaceLanguage } from "../domain/text/translated/languages.ts";
import { type AccessRules, accessOf } from "./access/access.ts";
import type { AccessSettings } from "./access/access-settings.ts";

interface SenderDeps {
  /** The person linked with that account, if they may use this instance. May reject. */
  personOf(source: Source): Promise<LinkedPerson | undefined>;
  /** Whether the account was unknown a moment ago; from a cache. */
  wasStranger(source: Source): boolean;
  /** The access policy from the settings. */
  setting: AccessSettings;
  /** The access rules from the app; cached. May reject. */
  rules(source: Source): AccessRules | Promise<AccessRules>;
  /** Offers a stranger a pairing code, within the rate limit. May reject. */
  offerPairing(source: Source): Promise<unknown>;
  /** Records activity on that account. May reject. */
  noteSeen(source: Source): Promise<unknown>;
  /** The client whose bot it is; undefined: no client's. Cached. May reject. */
  client(source: Source): BotClient | undefined | Promise<BotClient | undefined>;
  /** Owner of the conversations that unknown senders begin. */
  host: string;
}

/** A person behind an account, and the language that they have chosen for Nightjar's own texts. */
export interface LinkedPerson {
  principal: Principal;
  language: InterfaceLanguage | undefined;
}

/** A client with a bot, and the person who keeps that client. */
export interface BotClient {
  id: string;
  /** Id of a person. */
  keeper: string;
  /** False: the bot answers nobody. */
  active: boolean;
}

/** Keeps the Worker alive for work that nobody waits for. */
export type Background = (work: Promise<unknown>) => void;

/** Undefined: the sender is refused. `offered`: refused too, but a pairing code is offered. */
export type SenderCheck = (
  inbound: Inbound,
  background: Background,
) => Promise<IdentifiedInput | "offered" | undefined>;

interface IdentifiedInput {
  principal: Principal;
  /** Includes the sending person, if known here. */
  inbound: Inbound;
}

export function senderCheck(deps: SenderDeps): SenderCheck {
  return async (inbound, background) => {
    const { source } = inbound;
    background(deps.noteSeen(source));
    const known = deps.rules(source);
    const lookups = [isGuestAgain(deps, source, known) ? undefined : deps.personOf(source), known] as const;
    const [linked, rules, client] = await Promise.all([...lookups, deps.client(source)]);
    if (client?.active === false) return undefined;
    const person = linked?.principal;
    const actor = client === undefined ? person : actorFor(client, person);
    const setting = deps.setting(source.channel, source.account);
    const access = accessOf({ is_group: source.is_group === true, role: actor?.role, setting, rules });
    if (access === "linked" && actor)
      return { principal: actor, inbound: { ...spokenIn(inbound, linked?.language), actor } };
    // A guest takes part in a conversation of the host's, without the host's rights.
    if (access === "guest") return { principal: guestOf(client?.id ?? deps.host, source), inbound };
    if (access !== "pair" || inbound.type !== "user_message") return undefined;
    background(deps.offerPairing(source));
    return "offered";
  };
}

/** The language that somebody has chosen counts before the one that their platform reports. */
function spokenIn<Input extends Inbound>(inbound: Input, language: InterfaceLanguage | undefined): Input {
  return language === undefined ? inbound : { ...inbound, source: { ...inbound.source, language } };
}

/** Whether to skip the lookup: where guests are admitted, a recent stranger is not looked up again. */
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

/** On a client's bot, its keeper acts as the client; other persons of this instance have no rights there. */
function actorFor({ id, keeper }: BotClient, person: Principal | undefined): Principal | undefined {
  if (person?.owner !== id && person?.owner !== keeper) return undefined;
  return { owner: id, role: "member", name: person.name };
}

function guestOf(host: string, { sender, sender_name: name = sender }: Source): Principal {
  return { owner: host, role: "guest", name, stranger: true };
}
