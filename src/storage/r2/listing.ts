/** Lists R2 to the end: a page may hold fewer objects than requested while more follow. */

type Include = NonNullable<R2ListOptions["include"]>;

/** Each page that is not empty, in key order. */
export async function* pagesOf(
  bucket: R2Bucket,
  prefix: string,
  include?: Include,
): AsyncGenerator<R2Object[], void> {
  let cursor: string | undefined;
  do {
    const page = await bucket.list({ prefix, ...(include && { include }), ...(cursor && { cursor }) });
    if (page.objects.length > 0) yield page.objects;
    cursor = page.truncated ? page.cursor : undefined;
  } while (cursor !== undefined);
}

/** All keys under the prefix, in order. */
export async function keysOf(bucket: R2Bucket, prefix: string): Promise<string[]> {
  const found: string[] = [];
  for await (const page of pagesOf(bucket, prefix)) for (const { key } of page) found.push(key);
  return found;
}

export interface ListingRequest {
  prefix: string;
  /** The end of an earlier listing. */
  cursor?: string;
  limit: number;
  include: Include;
}

/** As many as requested, with a cursor if there are more. Rejects for a cursor that no listing gave. */
export async function listObjects(
  bucket: R2Bucket,
  { prefix, cursor, limit, include }: ListingRequest,
): Promise<{ objects: R2Object[]; cursor?: string }> {
  const objects: R2Object[] = [];
  for (let at = cursor; ; ) {
    const page = await bucket.list({
      prefix,
      include,
      limit: limit - objects.length,
      ...(at && { cursor: at }),
    });
    objects.push(...page.objects);
    if (!page.truncated) return { objects };
    at = page.cursor;
    if (objects.length >= limit) return { objects, cursor: at };
  }
}
