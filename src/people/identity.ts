/** An identity: a person's account on a channel's platform. It belongs to one person. */

export interface Identity {
  channel: string;
  /** The bot or number they write to; empty where a channel has only one. */
  account: string;
  /** The platform's own id of the account, never a name: names can be taken. */
  platform_id: string;
  person_id: string;
  /** Their display name there. */
  name: string;
  /** ms since the epoch. */
  created_at: number;
}
