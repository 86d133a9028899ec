/** What is asked of the stores, to know what somebody keeps. */

/** Objects and bytes. */
export interface Stored {
  files: number;
  bytes: number;
}

export interface UsageSource {
  workspace(owner: string): Promise<Stored>;
  /** Earlier contents of its files. */
  versions(owner: string): Promise<Stored>;
  uploads(owner: string): Promise<Stored>;
  memories(owner: string): Promise<number>;
  jobsWaiting(owner: string): Promise<number>;
  mcpServers(owner: string): Promise<number>;
  /** Messages that wait for their time, in all conversations. */
  schedules(owner: string): Promise<number>;
}
