/** What was asked of the platform. */
export interface Uses {
  /** Requests to other hosts, D1, R2, queues and other objects: each is a subrequest. */
  subrequests: number;
  /** The most connections to other hosts, R2 and queues that waited for their headers at once. */
  waiting: number;
  d1_queries: number;
  /** Of conversations' own databases. */
  object_rows_read: number;
  object_rows_written: number;
  queue_messages: number;
  queue_bytes: number;
}
