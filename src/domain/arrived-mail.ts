/** A mail as it arrives, before any of its content is trusted. */
export interface ArrivedMail {
  /** Recipient of the envelope. */
  to: string;
  /** Bytes. */
  size: number;
  /** Rejects when the connection breaks. */
  raw(): Promise<ArrayBuffer>;
  background(work: Promise<unknown>): void;
}
