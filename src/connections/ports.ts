/** Connections that were made in the app, as values that are kept. */

/** A connection of one account; the values are plain text in memory only. */
export interface KeptConnection {
  /** Name of its record. */
  name: string;
  /** Empty for the first account. */
  account: string;
  /** Values by the name of their setting, without the account. */
  values: Readonly<Record<string, string>>;
  /** ms since the epoch. */
  updated_at: number;
}

export type ConnectionKey = Pick<KeptConnection, "name" | "account">;
