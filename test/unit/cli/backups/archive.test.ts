/** The archive of backups in a folder: stored once, sealed, read back whole or not at all. */
import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openArchive } from "../../../../src/cli/backups/archive/archive.mjs";
import { folderStore } from "../../../../src/cli/backups/archive/folder.mjs";
import { blobsOf, type ObjectPart } from "../../../../src/cli/backups/archive/manifest.mjs";

const WORD = "correct horse battery";
/** A guess at these passphrases may be quick. */
const CHEAP = { N: 1_024, r: 8, p: 1 };
let folder = "";
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "nightjar-archive-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

const archive = (word: string | undefined = WORD, isNew = true) =>
  openArchive(folderStore(folder), { isNew, passphrase: async () => word, cost: CHEAP });

const bytes = (text: string) => new TextEncoder().encode(text);
const text = (found: Uint8Array) => new TextDecoder().decode(found);

function manifest(...blobs: string[]) {
  const objects: ObjectPart[] = blobs.map((blob) => ({ key: blob, size: 1, etag: "", blob, metadata: "" }));
  const rest = { made_at: "", url: "", version: "", migrations: [], tables: [], settings: null, samples: [] };
  return { ...rest, objects, schedules: blobs[0] ?? "" };
}

function files(below = ""): string[] {
  return readdirSync(path.join(folder, below), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
}

test("equal content is stored once, also by a later process", async () => {
  const first = await archive();
  const name = await first.put(bytes("a page of rows"));
  expect(await first.put(bytes("a page of rows"))).toBe(name);
  await first.finish("2026-01-01", manifest(name), [name]);
  const later = await archive();
  expect(await later.put(bytes("a page of rows"))).toBe(name);
  expect(text(await later.get(name))).toBe("a page of rows");
  expect(files("blobs")).toHaveLength(1);
});

test("an object in pieces stays whole when older backups go, and earlier code refuses the archive from then on", async () => {
  const made = await archive();
  const head = () => JSON.parse(readFileSync(path.join(folder, "nightjar-backup.json"), "utf8"));
  const old = await made.put(bytes("old"));
  await made.finish("2026-01-01", manifest(old), [old]);
  expect(head().format).toBe(1);
  const [first, second] = [await made.put(randomBytes(99_000)), await made.put(bytes("the rest"))];
  const film = manifest(first);
  film.objects = [{ key: "film", size: 1, etag: "", blob: first, rest: [second], metadata: "" }];
  await made.finish("2026-01-02", film, blobsOf(film));
  expect(await made.prune(1, blobsOf)).toEqual(["2026-01-01"]);
  const later = await archive();
  expect((await later.get(first)).length).toBe(99_000);
  expect(text(await later.get(second))).toBe("the rest");
  expect(head().format).toBe(2);
});

test("a sealed archive shows nothing, and opens by its passphrase alone", async () => {
  const made = await archive();
  const name = await made.put(bytes("the secret words"));
  await made.finish("2026-01-01", manifest(name), [name]);
  for (const file of files()) expect(readFileSync(file, "latin1")).not.toMatch(/secret|made_at/);
  await expect(archive("another passphrase")).rejects.toThrow("not the passphrase");
  await expect(
    openArchive(folderStore(folder), { isNew: false, passphrase: async () => undefined }),
  ).rejects.toThrow("sealed");
  expect((await (await archive()).manifest("2026-01-01")).objects).toHaveLength(1);
});

test("a part that was changed, cut off, exchanged or lost is told", async () => {
  const made = await archive();
  const [one = "", two = ""] = await Promise.all(["one", "two"].map((each) => made.put(bytes(each))));
  const fileOf = (name: string) => path.join(folder, "blobs", name.slice(0, 2), name);
  const whole = readFileSync(fileOf(one));
  writeFileSync(fileOf(one), whole.subarray(0, -1));
  await expect(made.get(one)).rejects.toThrow("damaged");
  writeFileSync(fileOf(one), readFileSync(fileOf(two)));
  await expect(made.get(one)).rejects.toThrow("damaged");
  rmSync(fileOf(one));
  await expect(made.get(one)).rejects.toThrow("missing");
});

test("an open archive is checked by its content's name", async () => {
  const made = await openArchive(folderStore(folder), { isNew: true, passphrase: async () => undefined });
  const name = await made.put(bytes("plain"));
  const other = await made.put(bytes("other"));
  const fileOf = (blob: string) => path.join(folder, "blobs", blob.slice(0, 2), blob);
  writeFileSync(fileOf(name), readFileSync(fileOf(other)));
  await expect(made.get(name)).rejects.toThrow("damaged");
});

test("what a backup stored on its way and does not need goes when it is finished, and old backups when asked", async () => {
  const made = await archive();
  const [draft = "", shared = "", first = "", second = ""] = await Promise.all(
    ["draft", "shared", "first", "second"].map((each) => made.put(bytes(each))),
  );
  await made.finish("2026-01-01", manifest(shared, first), [shared, first, second]);
  await expect(made.get(draft)).rejects.toThrow("missing");
  await made.finish("2026-01-02", manifest(shared, second), [shared, second]);
  expect(await made.prune(1, blobsOf)).toEqual(["2026-01-01"]);
  expect(await made.backups()).toEqual(["2026-01-02"]);
  await expect(made.get(first)).rejects.toThrow("missing");
  expect(text(await made.get(shared))).toBe("shared");
});

test("a folder without a backup, and one of a newer form, are refused in words", async () => {
  await expect(archive(WORD, false)).rejects.toThrow("no backup of a Nightjar");
  writeFileSync(path.join(folder, "nightjar-backup.json"), JSON.stringify({ format: 3, lock: null }));
  await expect(archive()).rejects.toThrow("newer Nightjar");
});

test("says in words why a folder can't be written", async () => {
  const file = path.join(folder, "file");
  writeFileSync(file, "");
  const written = folderStore(path.join(file, "below")).write("nightjar-backup.json", bytes("{}"));
  await expect(written).rejects.toThrow(/can't be written to .*: a part of this path is a file/);
});
