/** Uploads in pieces through the Worker: into R2, for their owner alone. */
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { openDatabase } from "../../../src/storage/d1/database.ts";
import { D1UploadRows } from "../../../src/storage/d1/uploads/uploads.ts";
import { R2FileParts } from "../../../src/storage/r2/file-parts.ts";
import { sweepUploads } from "../../../src/uploads/receive.ts";
import { PIECE_BYTES } from "../../../src/uploads/upload.ts";
import { callApi, request } from "../api.ts";
import { somebody } from "../people/somebody.ts";
import { type Answer, api } from "../tools/api.ts";

const { DB, BUCKET } = env as unknown as Env;

interface Upload {
  id: string;
  offset: number;
  piece_bytes: number;
}

async function hashOf(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes.slice()));
  return [...digest].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

const put = (id: string, offset: number, bytes: Uint8Array, sha256?: string): Promise<Answer> =>
  api("PUT", `/uploads/${id}?offset=${offset}${sha256 ? `&sha256=${sha256}` : ""}`, bytes);

test("a file beyond one request arrives in pieces, goes on after a pause, and is downloaded as a stream", async () => {
  const bytes = new Uint8Array(3 * PIECE_BYTES + 2_000_000);
  for (let at = 0; at < bytes.length; at += 4_096) bytes[at] = at / 4_096 + at / PIECE_BYTES;
  const upload = await callApi<Upload>("POST", "/uploads", {
    name: "../film.bin",
    media_type: "application/octet-stream",
    size: bytes.length,
  });
  expect(upload).toMatchObject({ offset: 0, piece_bytes: PIECE_BYTES });
  const piece = (at: number) => bytes.slice(at, at + PIECE_BYTES);
  expect((await put(upload.id, 0, piece(0), await hashOf(piece(0)))).status).toBe(200);
  expect((await put(upload.id, 0, piece(0))).json.offset).toBe(PIECE_BYTES);
  expect((await put(upload.id, 2 * PIECE_BYTES, piece(2 * PIECE_BYTES))).status).toBe(409);
  expect((await put(upload.id, PIECE_BYTES, piece(PIECE_BYTES), await hashOf(piece(0)))).status).toBe(400);
  expect((await request("POST", `/uploads/${upload.id}/complete`, {})).status).toBe(409);
  for (;;) {
    const { offset } = await callApi<Upload>("GET", `/uploads/${upload.id}`);
    if (offset === bytes.length) break;
    expect((await put(upload.id, offset, piece(offset))).status).toBe(200);
  }
  const sha256 = await hashOf(bytes);
  const file = await callApi<{ id: string; name: string; size: number }>(
    "POST",
    `/uploads/${upload.id}/complete`,
    { sha256 },
  );
  expect(file).toMatchObject({ name: "film.bin", size: bytes.length });
  const loaded = await request("GET", `/files/${file.id}`);
  expect(loaded.headers.get("content-length")).toBe(String(bytes.length));
  expect(await hashOf(new Uint8Array(await loaded.arrayBuffer()))).toBe(sha256);
  expect((await request("GET", `/files/${file.id}/reading`)).status).toBe(413);
  expect((await request("GET", `/uploads/${upload.id}`)).status).toBe(404);
  expect((await request("DELETE", `/files/${file.id}`)).status).toBe(204);
});

test("an upload is its owner's alone, and a guest begins none", async () => {
  const { id } = await callApi<Upload>("POST", "/uploads", { name: "a.txt", size: 5 });
  const other = await somebody("member");
  for (const [method, path, body] of [
    ["GET", `/uploads/${id}`, undefined],
    ["POST", `/uploads/${id}/complete`, {}],
    ["DELETE", `/uploads/${id}`, undefined],
  ] as const)
    expect((await other.ask(method, path, body)).status, method).toBe(404);
  const guest = await somebody("guest");
  expect((await guest.ask("POST", "/uploads", { name: "a.txt", size: 5 })).status).toBe(403);
  expect((await request("POST", "/uploads", { name: "a.txt", size: 600_000_000 })).status).toBe(413);
  expect((await request("DELETE", `/uploads/${id}`)).status).toBe(204);
  expect((await request("GET", `/uploads/${id}`)).status).toBe(404);
});

test("an abandoned upload is cleared away with its pieces", async () => {
  const { id } = await callApi<Upload>("POST", "/uploads", { name: "b.bin", size: 2 * PIECE_BYTES });
  await put(id, 0, new Uint8Array(PIECE_BYTES));
  const deps = { rows: new D1UploadRows(openDatabase(DB)), parts: new R2FileParts(BUCKET) };
  await sweepUploads(deps, { now: Date.now() });
  expect((await request("GET", `/uploads/${id}`)).status).toBe(200);
  await sweepUploads(deps, { now: Date.now() + 2 * 24 * 60 * 60_000 });
  expect((await request("GET", `/uploads/${id}`)).status).toBe(404);
});
