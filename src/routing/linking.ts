/** Pairing codes between chats and the app: a stranger gets one in a chat, or a person sends one there. */
import type { Source } from "../domain/inbound.ts";
import type { Allowance } from "../domain/time/rate-limiter.ts";

const HOUR = 3_600;
/** Rate limit: a stranger is offered a code once an hour, and not with each message. */
const OFFERS_TO_SENDER: Allowance = { most: 1, seconds: HOUR };
/** Rate limit per account: beyond it, strangers get no answer, since they may be one person. */
const OFFERS_OF_ACCOUNT: Allowance = { most: 60, seconds: HOUR };
const TRIES_OF_SENDER: Allowance = { most: 5, seconds: 600 };
const TRIES_OF_ACCOUNT: Allowance = { most: 100, seconds: 600 };

interface LinkingDeps {
  /** Never rejects. */
  instanceName(): Promise<string>;
  /** Counts one for each rate limit; returns the seconds to wait if one is reached. May reject. */
  count(counted: readonly { name: string; allowance: Allowance }[]): Promise<number>;
  /** A new code for that stranger; undefined: none now. May reject. */
  offer(source: Source): Promise<string | undefined>;
  /** The person whose code it is; this uses it up. May reject. */
  personOfCode(code: string): Promise<string | undefined>;
  /** False if the sender is linked with somebody else. May reject. */
  link(person: string, source: Source): Promise<boolean>;
  /** Sends a text to that source. May reject. */
  tell(source: Source, markdown: string): Promise<unknown>;
}

interface RedeemResult {
  is_linked: boolean;
  /** Text for the sender to read. */
  text: string;
}

export interface Linking {
  /** Tells a stranger how to get access, unless they were told recently. May reject. */
  offer(source: Source): Promise<void>;
  /** The sender gives a code that a person made in the app, and is linked with that person. May reject. */
  redeem(code: string, source: Source): Promise<RedeemResult>;
  /** Sends a text to that source, outside any conversation. May reject. */
  tell(source: Source, markdown: string): Promise<unknown>;
}

export function createLinking(deps: LinkingDeps): Linking {
  return {
    offer: (source) => offer(deps, source),
    redeem: (code, source) => redeem(deps, code, source),
    tell: (source, markdown) => deps.tell(source, markdown),
  };
}

async function offer(deps: LinkingDeps, source: Source): Promise<void> {
  const counted = [
    { name: `pairing:${senderOf(source)}`, allowance: OFFERS_TO_SENDER },
    { name: `pairing of:${accountOf(source)}`, allowance: OFFERS_OF_ACCOUNT },
  ];
  if ((await deps.count(counted)) > 0) return;
  const code = await deps.offer(source);
  if (code !== undefined) await deps.tell(source, offering(code, await deps.instanceName()));
}

function offering(code: string, instance: string): string {
  const told = `I don't know you yet. Your code is ${code}, for one hour.`;
  const then = `If you have an account here, sign in to ${instance} and enter the code under Settings, Chat accounts. If not, give it to the operator of ${instance}. Nobody has read your message; send it again afterwards.`;
  return `${told}\n\n${then}`;
}

async function redeem(deps: LinkingDeps, code: string, source: Source): Promise<RedeemResult> {
  const counted = [
    { name: `link:${senderOf(source)}`, allowance: TRIES_OF_SENDER },
    { name: `link of:${accountOf(source)}`, allowance: TRIES_OF_ACCOUNT },
  ];
  if ((await deps.count(counted)) > 0) return redeemed("Too many tries. Try again in ten minutes.");
  const person = await deps.personOfCode(code);
  // Others in the group have read the code, so it is used up and links nobody.
  if (source.is_group) return redeemed("Send codes in a direct message only. Create a new one in the app.");
  if (person === undefined)
    return redeemed("That code isn't valid. Create a new one in the app: Settings, Chat accounts.");
  if (!(await deps.link(person, source)))
    return redeemed(
      "This chat account is linked to someone else. They, or an admin, have to unlink it first.",
    );
  return redeemed("Linked. You're now the same person here as in the app.", true);
}

function redeemed(text: string, is_linked = false): RedeemResult {
  return { is_linked, text };
}

function accountOf({ channel, account = "" }: Source): string {
  return JSON.stringify([channel, account]);
}

function senderOf({ channel, account = "", sender }: Source): string {
  return JSON.stringify([channel, account, sender]);
}
