/** Whether a grant covers a call. Pure. */
import { currencyBeside } from "../provenance/currency.ts";
import { type ArgumentOrigin, LONGEST_SINK } from "../provenance/provenance.ts";
import { oneLine } from "../text/hidden-text.ts";
import type { Grant, GrantPlace, GrantTerms } from "./grant.ts";

/** A call as grants are measured against it. */
export interface GrantableCall {
  tool: string;
  /** Has passed the tool's schema. */
  input: unknown;
  sinks: readonly ArgumentOrigin[];
  /** The turn has read outside content. */
  tainted: boolean;
  /** The call destroys something, or lets somebody in, whatever its arguments. */
  is_grave: boolean;
  /** One place of outside text says all that the call is given. */
  is_dictated: boolean;
}

/** The agent that makes the call, and the task in which it does. */
export interface GrantHolder {
  owner: string;
  agent: string;
  place: GrantPlace;
  /** Tools for which the agent's own grants count; absent: for all. A child's mandate may forbid it. */
  has(tool: string): boolean;
}

/** Sinks that say whom or what a call reaches. */
const REACHED: ReadonlySet<ArgumentOrigin["kind"]> = new Set(["destination", "address", "selector"]);

/** Sinks for which a card never offers a grant. */
const GRAVE: ReadonlySet<ArgumentOrigin["kind"]> = new Set(["secret", "amount"]);

/** Verbs of deeds that destroy, pay, or let somebody in. */
const GRAVE_ACT =
  /^(?:delete|remove|cancel|clear|erase|drop|discard|trash|purge|revoke|uninvite|kick|destroy|reset|forget|wipe|pay|transfer|buy|purchase|order|refund|wire|donate|charge|withdraw|deposit|checkout|invite|grant|permit|authorize|unlock|share|losche|loschen|loesche|loeschen|entfernen?|stornieren?|absagen?|kundigen?|kuendigen?|widerrufen?|leeren|vernichten|zurucksetzen|bezahlen?|zahlen?|uberweisen?|ueberweisen?|kaufen?|bestellen?|spenden?|einladen|teilen?|freigeben|supprimer|effacer|annuler|retirer|enlever|resilier|vider|revoquer|payer|virer|virement|verser|transferer|acheter|commander|rembourser|inviter|partager|autoriser)$/;
const LETS_IN = /(?:^|_)(?:add|set|create)_(?:user|member|guest|collaborator|admin|role|access|permission)/;

/** The keys of all that the call reaches, each once. */
export function destinationsOf(call: Pick<GrantableCall, "sinks" | "input">): string[] {
  const reached = call.sinks.filter(({ kind }) => REACHED.has(kind));
  return [...new Set(reached.map((sink) => keyOf(sink, call.input)))];
}

/** Calls that destroy, pay, change a secret or let somebody in are asked for each time. */
export function isGrave({ tool, sinks, is_grave }: GrantableCall): boolean {
  const isGraveSink = ({ kind, value }: ArgumentOrigin) =>
    GRAVE.has(kind) || (kind === "act" && GRAVE_ACT.test(value));
  return is_grave || LETS_IN.test(tool) || sinks.some(isGraveSink);
}

/** The sum of the call's amounts; NaN when one of them is no number. */
export function amountOf({ sinks, input }: Pick<GrantableCall, "sinks" | "input">): number {
  return sinks
    .filter(({ kind }) => kind === "amount")
    .map(({ path, value }) => Number(valueAt(input, path) ?? value))
    .reduce((sum, amount) => sum + Math.abs(amount), 0);
}

/** Whether the grant counts for that agent in that task. */
export function isHeldBy(
  { agent, tool, conversation_id, turn_id }: GrantTerms,
  { agent: holder, place, has }: GrantHolder,
): boolean {
  if (turn_id !== null) return turn_id === place.turn_id && conversation_id === place.conversation_id;
  if (agent !== holder) return false;
  return conversation_id === null ? has(tool) : conversation_id === place.conversation_id;
}

/** Whether its terms cover the call; how much of it is used up, and whether it was ended, is the store's to know. */
export function covers(grant: Grant, call: GrantableCall, now: number): boolean {
  if (grant.tool !== call.tool || (grant.ends_at !== null && grant.ends_at <= now)) return false;
  if (isGrave(call) && !coversGrave(grant, call)) return false;
  if (!isWithin(grant.to, call)) return false;
  if (!call.tainted) return true;
  return !call.is_dictated && (isNamed(grant.to, call) || liftsReading(grant, call));
}

/** Only from its page may a grant cover such a call; never a change of a secret, and money up to its amount alone. */
function coversGrave({ given, max_amount }: Grant, call: GrantableCall): boolean {
  if (given !== "page" || call.sinks.some(({ kind }) => kind === "secret")) return false;
  const pays = call.sinks.some(({ kind }) => kind === "amount");
  if (!pays) return true;
  // A grant names no currency, so what is paid in one that the call names is not within its amount.
  const named = call.sinks.some(({ kind, path }) => kind === "amount" && currencyBeside(call.input, path));
  return !named && max_amount !== null && amountOf(call) <= max_amount;
}

/** Its recipients and addresses are those of the grant; where it has none, the things that it works on. */
function isWithin(to: Grant["to"], { sinks, input }: GrantableCall): boolean {
  if (to === null) return true;
  const places = sinks.filter(({ kind }) => kind === "destination" || kind === "address");
  const keys = destinationsOf({ sinks: places.length > 0 ? places : sinks, input });
  if (to.length === 0 || keys.length === 0) return to.length === keys.length;
  return keys.every((key) => to.includes(key));
}

/** A call without destinations is covered only by a grant that was given for such a turn. */
function liftsReading({ after_reading, to }: Grant, { sinks }: GrantableCall): boolean {
  return after_reading && (to === null || !sinks.some(({ kind }) => REACHED.has(kind)));
}

/** Everything that the call reaches was named by the person, in their words or in the grant. */
function isNamed(to: Grant["to"], call: GrantableCall): boolean {
  const reached = call.sinks.filter(({ kind }) => REACHED.has(kind));
  const isKnown = (sink: ArgumentOrigin) => sink.is_clean || to?.includes(keyOf(sink, call.input)) === true;
  return reached.length > 0 && reached.every(isKnown);
}

/**
 * The value of a sink is shortened for people, so the whole is taken where it stands; one inside a text is as it is.
 * Equal destinations have equal keys: of an address its host, of anything else its text in lower case.
 */
export function keyOf({ kind, path, value }: ArgumentOrigin, input: unknown): string {
  const whole = valueAt(input, path);
  const isWhole = typeof whole === "string" && oneLine(whole, LONGEST_SINK) === value;
  return destinationKey(isWhole ? whole : value, kind === "address");
}

export function destinationKey(text: string, isAddress: boolean): string {
  const plain = text.trim().toLowerCase();
  if (!isAddress && !/^https?:\/\//.test(plain)) return plain;
  const url = URL.parse(plain.includes("://") ? plain : `https://${plain}`);
  return url && url.host !== "" ? url.host : plain;
}

/** The value at a path such as `to[0].email`; undefined: there is none. */
function valueAt(input: unknown, path: string): unknown {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== "");
  return steps.reduce<unknown>(
    (value, step) =>
      typeof value === "object" && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    input,
  );
}
