/** Kinds of sinks by the names of arguments and fields. */
import type { SinkKind } from "./provenance.ts";

/** `recipientIds` is `recipient ids`, `share-with` is `share with`. */
export function wordsOfName(name: string): string[] {
  return (
    name
      .replaceAll(/([a-z\d])([A-Z])/g, "$1 $2")
      .toLowerCase()
      // Letters with accents are read as those without.
      .normalize("NFD")
      .replaceAll(/\p{M}/gu, "")
      .split(/[^a-z\d]+/)
      .filter((word) => word !== "")
  );
}

function anyOf(words: string): RegExp {
  return new RegExp(`^(?:${words.replaceAll(" ", "|")})s?$`);
}

const SECRET = anyOf("password passwd passcode pin secret token credential apikey otp cvv cvc passphrase");
const AMOUNT = anyOf("amount price sum total cost fee tip payment balance due budget limit");
const ADDRESS = anyOf("url uri link href website endpoint webhook callback host hostname domain");
const DESTINATION = anyOf(
  "to cc bcc recipient receiver destination email mail participant attendee guest invitee member user username account iban bic payee beneficiary channel phone mobile telephone contact chat person people assignee team group audience recipientid address with reply",
);
const SELECTOR = anyOf("id uuid guid path file filename folder directory ref reference slug");
const TEXT =
  /^(?:body|content|contents|text|message|description|notes?|comments?|details?|summary|reviews?|html|markdown|reason|instructions?|snippet|preview|excerpt)$/;

/** Kinds of values; an act is none. */
export type NamedKind = Exclude<SinkKind, "act">;

/** The kind that an argument's name says; undefined: it says none. */
export function kindOfName(name: string): NamedKind | undefined {
  const words = wordsOfName(name);
  const last = words.at(-1) ?? "";
  if (words.some((word) => SECRET.test(word)) || /api key|private key/.test(words.join(" "))) return "secret";
  if (AMOUNT.test(last)) return "amount";
  if (ADDRESS.test(last)) return "address";
  if (words.some((word) => DESTINATION.test(word))) return "destination";
  return SELECTOR.test(last) ? "selector" : undefined;
}

/** Running text by its name: what stands in it is nobody's field. */
export function isTextName(name: string): boolean {
  return TEXT.test(wordsOfName(name).at(-1) ?? "");
}

const WRITER = anyOf("sender from author organizer organiser creator poster by");

/** The one who wrote a thing, whom it names by themselves. */
export function isWriterName(name: string): boolean {
  return wordsOfName(name).some((word) => WRITER.test(word));
}

const NAMING = anyOf("name handle nickname title id");

/** Whether a field of this name can be the source of such a sink. */
export function fitsKind(name: string, kind: SinkKind | "plain"): boolean {
  if (isTextName(name) || kind === "secret" || kind === "act") return false;
  if (kind === "selector" || kind === "plain") return true;
  const own = kindOfName(name);
  if (kind === "destination")
    return own === "destination" || isWriterName(name) || NAMING.test(wordsOfName(name).at(-1) ?? "");
  return own === kind;
}

const PRIVATE =
  /^(?:password|passwd|passport|pin|cvv|cvc|ssn|iban|secret|token|otp|card|creditcard|passcode|licen[cs]e)$/;

/** A field that its owner keeps to themselves: a password, a passport, a card. */
export function isPrivateName(name: string): boolean {
  return wordsOfName(name).some((word) => PRIVATE.test(word));
}
