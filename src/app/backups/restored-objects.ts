/** Handlers that write objects of the bucket in a restore: whole, or in parts where one request can't hold them. */
import type { CompletedObjectFields, LargeObjectFields, PartQuery } from "../../contract/instance/backups.ts";
import type { SchemaOutput } from "../../contract/schema.ts";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "../http/api.ts";
import { reply } from "../http/reply.ts";
import { must, storesOf } from "./stores.ts";

/** Cloudflare takes no larger request on its smaller plans. */
const LARGEST_BYTES = 100_000_000;

export async function object(context: ApiContext, id: string, key: string): Promise<Response> {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  await stores.env.BUCKET.put(key, bytesOf(context), metadataIn(context.req.header("x-nightjar-metadata")));
  return context.body(null, 204);
}

export async function beginParts(
  context: ApiContext,
  id: string,
  { key, metadata }: SchemaOutput<typeof LargeObjectFields>,
) {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  const { uploadId } = await stores.env.BUCKET.createMultipartUpload(key, metadataIn(metadata));
  return reply(201, { upload_id: uploadId });
}

export async function part(
  context: ApiContext,
  id: string,
  { key, upload_id, number }: SchemaOutput<typeof PartQuery>,
) {
  const stores = storesOf(context);
  await must(stores, id, "restore");
  const upload = stores.env.BUCKET.resumeMultipartUpload(key, upload_id);
  const { etag } = await upload.uploadPart(number, bytesOf(context));
  return reply(200, { etag });
}

export async function complete(
  context: ApiContext,
  id: string,
  { key, upload_id, etags }: SchemaOutput<typeof CompletedObjectFields>,
): Promise<Response> {
  const { env, ...stores } = storesOf(context);
  await must({ env, ...stores }, id, "restore");
  const parts = etags.map((etag, at) => ({ etag, partNumber: at + 1 }));
  try {
    await env.BUCKET.resumeMultipartUpload(key, upload_id).complete(parts);
  } catch (problem) {
    // Completed by a request whose answer was lost: what is there is compared afterwards.
    if (!/does not exist|no such upload|10024/i.test(String(problem)) || !(await env.BUCKET.head(key)))
      throw problem;
  }
  return context.body(null, 204);
}

/** The request's body as a stream of a known length. */
function bytesOf({ req }: ApiContext): ReadableStream | Uint8Array {
  const size = Number(req.header("content-length") ?? Number.NaN);
  if (Number.isNaN(size) || size > LARGEST_BYTES)
    throw new AppError("payload_too_large", "A request needs a content-length of at most 100 MB.");
  const { body } = req.raw;
  return body && size > 0 ? body.pipeThrough(new FixedLengthStream(size)) : new Uint8Array(0);
}

function metadataIn(header: string | undefined): R2PutOptions {
  try {
    const { httpMetadata, customMetadata } = JSON.parse(decodeURIComponent(header ?? "%7B%7D"));
    return { httpMetadata, customMetadata };
  } catch {
    throw new AppError("malformed_request", "X-Nightjar-Metadata: send JSON, percent-encoded.");
  }
}
