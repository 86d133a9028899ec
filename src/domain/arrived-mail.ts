/** A mail as it arrives, before anything of it is believed. */
export interface ArrivedMail {
  /** Of the envelope. */
  to: string;
  /** Bytes. */
  size: number;
  /** Rejects when the connection breaks. */
  raw(): Promise<ArrayBuffer>;
  background(work: Promise<unknown>): void;
}
