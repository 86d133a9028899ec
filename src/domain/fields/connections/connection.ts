/**
 * A connection as one record: a service outside, the values that reach it, and the place where each value is found. The names
 * of its fields are the names of the settings, so that a value has one name in the app and in the settings file.
 */
import type { ChoiceField, CodeField, Message } from "../field.ts";

/** Guidance beside a field's control. */
interface Guided {
  readonly label: Message;
  /** Says where the value is found. */
  readonly note: Message;
  /** Page on which the value is found. */
  readonly link?: string;
  /** May be left empty. */
  readonly isOptional?: true;
}

interface ConnectionCode extends Omit<CodeField, "label" | "note" | "default">, Guided {
  /** Never shown again, but for its last characters. */
  readonly isSecret?: true;
  /** Shown in the empty control. */
  readonly example?: string;
  /** Shown for a value that breaks `must`. */
  readonly otherwise?: Message;
}

interface ConnectionChoice extends Omit<ChoiceField, "label" | "note" | "default">, Guided {
  readonly default: string;
}

export type ConnectionField = ConnectionCode | ConnectionChoice;

/** Sections of the page, in its order. */
export const CONNECTION_GROUPS = ["chats", "search", "speech", "weather", "other"] as const;
export type ConnectionGroup = (typeof CONNECTION_GROUPS)[number];

export interface Connection {
  readonly name: string;
  readonly group: ConnectionGroup;
  /** Name of the service, the same in every language. */
  readonly label: string;
  readonly about: Message;
  /** Fields by the name of their setting. The first one tells whether the settings file has the connection. */
  readonly fields: Readonly<Record<string, ConnectionField>>;
  /** Values that connecting it sets without asking for any. */
  readonly sets?: Readonly<Record<string, string>>;
  /** Settings that the server makes up or reads from the service, and that are removed with the others. */
  readonly derived?: readonly string[];
  /** Derived settings that people copy to the service. */
  readonly shown?: readonly string[];
  /** Needs a deployed instance. */
  readonly isDeployedOnly?: true;
}

/** Every setting of a connection: those that people enter, and the others. */
export function settingsIn({ fields, sets = {}, derived = [] }: Connection): string[] {
  return [...Object.keys(fields), ...Object.keys(sets), ...derived];
}

/** The setting whose presence means that the connection is set. */
export function keyOf(connection: Connection): string {
  return settingsIn(connection)[0] ?? "";
}

/** Name of a setting for a further account of the same service. */
export function settingName(name: string, account: string): string {
  return account === "" ? name : `${name}_${account.toUpperCase().replaceAll("-", "_")}`;
}

/** Reason why a value cannot be right; undefined for one that can. */
export function wrongValue(field: ConnectionField, value: string): Message | undefined {
  if (field.kind === "choice") return Object.hasOwn(field.options, value) ? undefined : field.note;
  const { must, otherwise, note } = field;
  return must === undefined || must.is.test(value) ? undefined : (otherwise ?? note);
}
