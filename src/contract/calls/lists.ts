/** Lists of the API, a page at a time. */

export interface ListPage<T> {
  items: T[];
  next_cursor: string | null;
}

export interface PageQuery {
  cursor?: string | null | undefined;
  limit?: number | undefined;
}
