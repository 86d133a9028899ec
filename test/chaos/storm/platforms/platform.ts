/** A platform as the storm meets it: what it sends, and what has arrived there. */

/** The nth message of one chat, which is one person's. */
export interface Said {
  chat: number;
  n: number;
  text: string;
}

/** A message of ours, in one chat. */
export interface Arrival {
  chat: number;
  text: string;
}

export interface StormPlatform {
  /** Its channel's name. */
  name: string;
  /** Lines of `.dev.vars`. */
  vars: Record<string, string>;
  /** As the platform sends it, signed: the same message each time. */
  sent(said: Said): { headers: Record<string, string>; body: string | Uint8Array<ArrayBuffer> };
  /** What the platform does once it has been answered so. */
  answered?(said: Said, body: string): void;
  /** All that has arrived, in order. */
  arrived(): Promise<Arrival[]>;
  close(): Promise<void>;
}
