import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import type { Env } from "../../../src/app/env.ts";
import { expireObjects } from "../../../src/storage/r2/expire.ts";
import { R2Workspace } from "../../../src/storage/r2/workspace.ts";

const DAY = 86_400_000;
const { BUCKET } = env as unknown as Env;
const bytes = (text: string) => new TextEncoder().encode(text);

test("earlier versions go after thirty days, outputs after seven, files never", async () => {
  const workspace = new R2Workspace({ bucket: BUCKET, now: () => Date.now(), pause: async () => {} });
  await workspace.write("usr_a", "a.md", { bytes: bytes("one") });
  await workspace.write("usr_a", "a.md", { bytes: bytes("two") });
  await workspace.write("usr_a", ".outputs/x.txt", { bytes: bytes("long") });
  const after = (days: number) => expireObjects(BUCKET, Date.now() + days * DAY, async () => undefined);

  expect(await after(6)).toBe(0);
  expect(await after(8)).toBe(1);
  expect(await workspace.read("usr_a", ".outputs/x.txt")).toBeUndefined();
  expect(await workspace.versions("usr_a", "a.md")).toHaveLength(1);
  expect(await after(31)).toBe(1);
  expect(await workspace.versions("usr_a", "a.md")).toEqual([]);
  expect(new TextDecoder().decode((await workspace.read("usr_a", "a.md"))?.bytes)).toBe("two");
});

test("owners do not reach each other, whatever they are called", async () => {
  const workspace = new R2Workspace({ bucket: BUCKET, now: () => Date.now(), pause: async () => {} });
  const owners = ["usr_b", "usr_b/x", "..", ".", "usr_b%2Fx", "", "a/../usr_b"];
  for (const owner of owners) await workspace.write(owner, "mine.md", { bytes: bytes(owner) });
  for (const owner of owners) {
    const file = await workspace.read(owner, "mine.md");
    expect(new TextDecoder().decode(file?.bytes), owner).toBe(owner);
    const listed = (await workspace.list(owner, "")).files.map(({ path }) => path);
    expect(listed, owner).toEqual(["mine.md"]);
  }
});

test("of two writers at once each one's content is kept, the last one in place", async () => {
  const workspace = new R2Workspace({ bucket: BUCKET, now: () => Date.now(), pause: async () => {} });
  await workspace.write("usr_c", "a.md", { bytes: bytes("first") });
  await Promise.all(["x", "y", "z"].map((text) => workspace.write("usr_c", "a.md", { bytes: bytes(text) })));
  const last = new TextDecoder().decode((await workspace.read("usr_c", "a.md"))?.bytes);
  const versions = await workspace.versions("usr_c", "a.md");
  const kept = await Promise.all(versions.map(({ id }) => workspace.readVersion("usr_c", "a.md", id)));
  const texts = kept.map((file) => new TextDecoder().decode(file?.bytes));
  expect(new Set([...texts, last])).toEqual(new Set(["first", "x", "y", "z"]));
});

test("a write that expects another content changes nothing", async () => {
  const workspace = new R2Workspace({ bucket: BUCKET, now: () => Date.now(), pause: async () => {} });
  expect(await workspace.write("usr_d", "a.md", { bytes: bytes("1"), if_etag: null })).toMatchObject({
    status: "created",
  });
  expect(await workspace.write("usr_d", "a.md", { bytes: bytes("2"), if_etag: null })).toEqual({
    status: "changed",
  });
  expect(await workspace.write("usr_d", "a.md", { bytes: bytes("2"), if_etag: "other" })).toEqual({
    status: "changed",
  });
  expect(await workspace.versions("usr_d", "a.md")).toEqual([]);
});
