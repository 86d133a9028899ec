/** Files in R2 that arrive in parts. */
import { fileName } from "../../domain/text/file-name.ts";
import type { PartStore } from "../../uploads/ports.ts";
import type { NewUpload, Upload } from "../../uploads/upload.ts";
import { keys } from "./keys.ts";

export class R2FileParts implements PartStore {
  private readonly bucket: R2Bucket;

  constructor(bucket: R2Bucket) {
    this.bucket = bucket;
  }

  async begin({ owner, file_id, name, media_type }: NewUpload & { file_id: string }) {
    const { uploadId } = await this.bucket.createMultipartUpload(keys.file(owner, file_id), {
      httpMetadata: { contentType: media_type },
      customMetadata: { name: encodeURIComponent(fileName(name)) },
    });
    return { multipart_id: uploadId };
  }

  async put(upload: Upload, number: number, bytes: Uint8Array): Promise<string> {
    return (await this.partsOf(upload).uploadPart(number, bytes)).etag;
  }

  async finish(upload: Upload): Promise<void> {
    // Completed by a request whose answer was lost.
    if (await this.bucket.head(keyOf(upload))) return;
    await this.partsOf(upload).complete(upload.etags.map((etag, at) => ({ etag, partNumber: at + 1 })));
  }

  async abort(upload: Upload): Promise<void> {
    try {
      await this.partsOf(upload).abort();
    } catch (problem) {
      if (!/does not exist|no such upload|10024/i.test(String(problem))) throw problem;
    }
  }

  async digest(upload: Upload): Promise<string> {
    const object = await this.bucket.get(keyOf(upload));
    if (!object) throw new Error("the file that was just completed is not there");
    const stream = new crypto.DigestStream("SHA-256");
    await object.body.pipeTo(stream);
    const digest = new Uint8Array(await stream.digest);
    return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  async discard(upload: Upload): Promise<void> {
    await this.bucket.delete(keyOf(upload));
  }

  private partsOf(upload: Upload): R2MultipartUpload {
    return this.bucket.resumeMultipartUpload(keyOf(upload), upload.multipart_id);
  }
}

function keyOf({ owner, file_id }: Upload): string {
  return keys.file(owner, file_id);
}
