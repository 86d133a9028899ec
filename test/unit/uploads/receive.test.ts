import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { createIds } from "../../../src/domain/ids.ts";
import type { PartStore, UploadRows } from "../../../src/uploads/ports.ts";
import {
  beginUpload,
  cancelUpload,
  completeUpload,
  receivePiece,
  sweepUploads,
  type UploadDeps,
} from "../../../src/uploads/receive.ts";
import { KEPT_FOR_MS, MOST_AT_ONCE, PIECE_BYTES, type Upload } from "../../../src/uploads/upload.ts";

function scene() {
  let now = 1_800_000_000_000;
  const rows = new Map<string, Upload>();
  const parts = new Map<number, Uint8Array>();
  const done: string[] = [];
  const table: UploadRows = {
    add: async (upload) => void rows.set(upload.id, upload),
    get: async (_, id) => rows.get(id),
    count: async () => rows.size,
    async advance({ id, offset, etags }, { bytes, etag, at }) {
      const row = rows.get(id);
      if (row?.offset !== offset) return false;
      rows.set(id, { ...row, offset: offset + bytes, etags: [...etags, etag], updated_at: at });
      return true;
    },
    remove: async (id) => void rows.delete(id),
    list: async (of) =>
      [...rows.values()].filter((row) =>
        "owner" in of ? row.owner === of.owner : row.updated_at < of.idle_since,
      ),
  };
  const whole = () => Buffer.concat([...parts.entries()].sort(([a], [b]) => a - b).map(([, bytes]) => bytes));
  const store: PartStore = {
    begin: async () => ({ multipart_id: "multi" }),
    async put(_, number, bytes) {
      parts.set(number, bytes);
      return `etag-${number}`;
    },
    finish: async () => void done.push("finish"),
    abort: async () => void done.push("abort"),
    digest: async () => createHash("sha256").update(whole()).digest("hex"),
    discard: async () => void done.push("discard"),
  };
  const deps: UploadDeps = {
    rows: table,
    parts: store,
    ids: createIds(
      () => now,
      (bytes) => void crypto.getRandomValues(bytes),
    ),
    now: () => now,
    most_bytes: 100_000_000,
  };
  const begin = (size: number) =>
    beginUpload(deps, { owner: "usr_1", name: "film.mp4", media_type: "video/mp4", size });
  return { deps, rows, done, begin, whole, later: (ms: number) => (now += ms) };
}

const pattern = Uint8Array.from({ length: 251 }, (_, at) => at);
const file = (size: number) => new Uint8Array(Buffer.alloc(size, pattern));
const hash = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

describe("an upload in pieces", () => {
  test("arrives whole, though a piece is sent twice and another is damaged on its way", async () => {
    const { deps, begin, whole, rows, done } = scene();
    const bytes = file(PIECE_BYTES + 1_000);
    const [first, second] = [bytes.slice(0, PIECE_BYTES), bytes.slice(PIECE_BYTES)];
    let upload = await begin(bytes.length);
    upload = await receivePiece(deps, upload, { offset: 0, bytes: first, sha256: hash(first) });
    expect(upload.offset).toBe(PIECE_BYTES);
    expect(await receivePiece(deps, upload, { offset: 0, bytes: first, sha256: undefined })).toBe(upload);
    await expect(
      receivePiece(deps, upload, { offset: PIECE_BYTES, bytes: file(1_000), sha256: hash(second) }),
    ).rejects.toThrow("damaged on its way");
    await expect(completeUpload(deps, upload)).rejects.toThrow("1000 bytes are missing");
    upload = await receivePiece(deps, upload, { offset: PIECE_BYTES, bytes: second, sha256: hash(second) });
    await completeUpload(deps, upload, hash(bytes));
    expect(hash(whole())).toBe(hash(bytes));
    expect([rows.size, done]).toEqual([0, ["finish"]]);
  });

  test("takes only the piece that comes next, and only in its size", async () => {
    const { deps, begin } = scene();
    const upload = await begin(3 * PIECE_BYTES);
    const piece = (offset: number, size: number) =>
      receivePiece(deps, upload, { offset, bytes: file(size), sha256: undefined });
    await expect(piece(PIECE_BYTES, PIECE_BYTES)).rejects.toThrow("The next piece begins at 0");
    await expect(piece(0, 10)).rejects.toThrow(`the next one has ${PIECE_BYTES}`);
    await expect(piece(0, 0)).rejects.toThrow("has 0 bytes");
  });

  test("of which two send the next piece at once goes on from one of them", async () => {
    const { deps, begin } = scene();
    const upload = await begin(2 * PIECE_BYTES);
    const send = () => receivePiece(deps, upload, { offset: 0, bytes: file(PIECE_BYTES), sha256: undefined });
    const both = await Promise.allSettled([send(), send()]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  });

  test("that is not what was sent is thrown away", async () => {
    const { deps, begin, rows, done } = scene();
    const upload = await receivePiece(deps, await begin(5), { offset: 0, bytes: file(5), sha256: undefined });
    await expect(completeUpload(deps, upload, hash(file(6)))).rejects.toThrow("Upload it again");
    expect([rows.size, done]).toEqual([0, ["finish", "discard"]]);
  });

  test("is refused where it is too large or too many are under way", async () => {
    const { begin, deps, rows } = scene();
    await expect(begin(100_000_001)).rejects.toThrow("at most 100 MB");
    for (let at = 0; at < MOST_AT_ONCE; at++) await begin(1);
    await expect(begin(1)).rejects.toThrow("under way");
    const [one] = rows.values();
    if (one) await cancelUpload(deps, one);
    await begin(1);
  });

  test("that stands still for a day is cleared away, and one that goes on is not", async () => {
    const { deps, begin, rows, later, done } = scene();
    await begin(1);
    const other = await begin(2 * PIECE_BYTES);
    later(KEPT_FOR_MS - 1);
    await receivePiece(deps, other, { offset: 0, bytes: file(PIECE_BYTES), sha256: undefined });
    later(2);
    expect(await sweepUploads(deps, { now: deps.now() })).toBe(1);
    expect([...rows.keys()]).toEqual([other.id]);
    expect(await sweepUploads(deps, { owner: "usr_1" })).toBe(1);
    expect(done).toEqual(["abort", "abort"]);
  });
});
