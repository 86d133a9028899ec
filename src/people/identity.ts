/** An identity: who somebody is on a channel's platform. It points at one person. */

export interface Identity {
  channel: string;
  /** The bot or number they write to; empty where a channel has only one. */
  account: string;
  /** The platform's own id of them, never a name: names can be taken. */
  platform_id: string;
  person_id: string;
  /** What they call themselves there. */
  name: string;
  /** ms since the epoch. */
  created_at: number;
}
