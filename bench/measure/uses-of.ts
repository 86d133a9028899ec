/** What was asked of the platform. */
export interface Uses {
  /** Requests to other hosts, D1, R2, queues and other objects: each is a subrequest. */
  subrequests: number;
  /** The most connections to other hosts, R2 and queues that waited for their headers at once. */
  waiting: number;
  d1_queries: number;
  d1_rows_read: number;
  d1_rows_written: number;
  /** Operations of R2 that change or list (class A), and those that read (class B). A deletion is free. */
  r2_class_a: number;
  r2_class_b: number;
  /** Stubs that were taken of other objects; each is called once or twice. */
  object_stubs: number;
  /** Rows read in conversations' own databases. */
  object_rows_read: number;
  object_rows_written: number;
  queue_messages: number;
  queue_bytes: number;
}
