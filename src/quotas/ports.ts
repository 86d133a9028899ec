/** Port for counting what a person stores. */

/** Number of objects and their bytes. */
export interface StorageUsage {
  files: number;
  bytes: number;
}

export interface UsageSource {
  workspace(owner: string): Promise<StorageUsage>;
  /** Earlier versions of workspace files. */
  versions(owner: string): Promise<StorageUsage>;
  uploads(owner: string): Promise<StorageUsage>;
  memories(owner: string): Promise<number>;
  jobsWaiting(owner: string): Promise<number>;
  mcpServers(owner: string): Promise<number>;
  /** Scheduled messages that are not yet due, in all conversations. */
  schedules(owner: string): Promise<number>;
}
