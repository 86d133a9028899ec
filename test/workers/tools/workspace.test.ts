import { env } from "cloudflare:workers";
import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import type { ToolContext } from "../../../src/agent/ports/tool.ts";
import { R2Workspace } from "../../../src/storage/r2/workspace.ts";
import { createListFilesTool } from "../../../src/tools/workspace/list-files.ts";
import { api } from "./api.ts";

/** A listing of that many objects, a thousand a page, or a hundred with their metadata, as R2 gives them. */
function bucketOf(count: number): R2Bucket {
  const list = async ({ prefix = "", cursor = "0", limit = 1_000, include }: R2ListOptions) => {
    const from = Number(cursor);
    const to = Math.min(count, from + Math.min(limit, include ? 100 : 1_000));
    const objects = Array.from({ length: to - from }, (_, index) => ({
      key: `${prefix}${String(from + index).padStart(5, "0")}`,
      size: 1,
      uploaded: new Date(from + index),
    }));
    return to < count ? { objects, truncated: true, cursor: String(to) } : { objects, truncated: false };
  };
  return { list } as unknown as R2Bucket;
}

test.each([0, 3, 2_500])(
  "of %i earlier versions of a file each is listed, the newest first",
  async (count) => {
    const workspace = new R2Workspace({ bucket: bucketOf(count), now: () => 0, pause: async () => {} });
    const times = (await workspace.versions("usr_1", "notes.md")).map(({ replaced_at }) => replaced_at);
    expect(times).toEqual(Array.from({ length: count }, (_, index) => count - 1 - index));
  },
);

describe("of many files", () => {
  const { BUCKET } = env as unknown as { BUCKET: R2Bucket };
  const workspaceOn = (bucket: R2Bucket) => new R2Workspace({ bucket, now: () => 0, pause: async () => {} });
  const owner = "usr_many";

  test("as many are listed as were asked for, with what is known of each, and the rest after the cursor", async () => {
    const names = Array.from({ length: 130 }, (_, index) => `notes/${String(index).padStart(4, "0")}.md`);
    // As they lie there: the workspace's own way of writing reads each place before.
    const bytes = new TextEncoder().encode("words");
    const about = { customMetadata: { trust: "untrusted" }, httpMetadata: { contentType: "text/markdown" } };
    await Promise.all(names.map((name) => BUCKET.put(`workspace/${owner}/${name}`, bytes, about)));
    const workspace = workspaceOn(BUCKET);
    const first = await workspace.list(owner, "notes/", { limit: 120 });
    expect(first.files.map(({ path }) => path)).toEqual(names.slice(0, 120));
    expect(first.files.at(-1)).toMatchObject({ size: 5, media_type: "text/markdown", trust: "untrusted" });
    const rest = await workspace.list(owner, "notes/", { limit: 120, cursor: first.cursor ?? "" });
    expect(rest.files.map(({ path }) => path)).toEqual(names.slice(120));
    expect(rest.cursor).toBeUndefined();
    expect(await workspace.paths(owner, "notes/")).toEqual(names);
  });

  test("an agent is shown five hundred of a thousand, and told how many there are", async () => {
    const outcome = await createListFilesTool(workspaceOn(bucketOf(1_000))).run({}, { owner } as ToolContext);
    const shown = ("ok" in outcome && outcome.ok ? outcome.content : "").split("\n");
    expect(shown).toHaveLength(501);
    expect(shown.at(-1)).toBe("[these are the first 500 of 1000 files; name a folder to see those in it]");
  });
});

describe("a file that is written while it is removed", () => {
  const { BUCKET } = env as unknown as { BUCKET: R2Bucket };
  const bytes = (text: string) => new TextEncoder().encode(text);
  let now = 0;
  /** The clock goes on only while somebody waits. */
  const pause = async (ms: number) => {
    now += ms;
    await Promise.resolve();
  };
  const workspaceOn = (bucket: R2Bucket) => new R2Workspace({ bucket, now: () => now, pause });
  const workspace = workspaceOn(BUCKET);
  const textOf = async (owner: string) => {
    const file = await workspace.read(owner, "a.md");
    return file && new TextDecoder().decode(file.bytes);
  };
  /** The bucket, where something happens just before it is told to delete, or just after a version was kept. */
  const bucketWith = (hooks: { beforeDelete?(): void; afterKeep?(): Promise<unknown> }) =>
    new Proxy(BUCKET, {
      get(target, name) {
        if (name === "delete")
          return async (key: string) => {
            hooks.beforeDelete?.();
            await target.delete(key);
          };
        if (name === "put")
          return async (...args: Parameters<R2Bucket["put"]>) => {
            const put = await target.put(...args);
            if (args[0].startsWith("versions/")) await hooks.afterKeep?.();
            return put;
          };
        const value: unknown = Reflect.get(target, name);
        return typeof value === "function" ? value.bind(target) : value;
      },
    });

  test("after the last look at it is not deleted with what was there before", async () => {
    const owner = "usr_after_mark";
    await workspace.write(owner, "a.md", { bytes: bytes("old") });
    let writing: Promise<unknown> = Promise.resolve();
    const remover = workspaceOn(
      bucketWith({
        beforeDelete: () => {
          writing = workspace.write(owner, "a.md", { bytes: bytes("new") });
        },
      }),
    );
    expect(await remover.remove(owner, "a.md")).toBe(true);
    expect(await writing).toMatchObject({ status: "created" });
    expect(await textOf(owner)).toBe("new");
    expect(await workspace.versions(owner, "a.md")).toHaveLength(1);
  });

  test("after it was read is kept as a version too", async () => {
    const owner = "usr_before_mark";
    await workspace.write(owner, "a.md", { bytes: bytes("old") });
    let isWritten = false;
    const afterKeep = async () => {
      if (isWritten) return;
      isWritten = true;
      now += 1_000;
      await workspace.write(owner, "a.md", { bytes: bytes("newer") });
    };
    expect(await workspaceOn(bucketWith({ afterKeep })).remove(owner, "a.md")).toBe(true);
    expect(await textOf(owner)).toBeUndefined();
    const kept = await workspace.versions(owner, "a.md");
    expect(kept.map(({ size }) => size)).toContain(5);
  });

  test("by somebody who went before the end can be written again, and is nowhere meanwhile", async () => {
    const owner = "usr_gone_remover";
    await workspace.write(owner, "a.md", { bytes: bytes("old") });
    const remover = workspaceOn(
      bucketWith({
        beforeDelete: () => {
          throw new Error("the machine died");
        },
      }),
    );
    await expect(remover.remove(owner, "a.md")).rejects.toThrow("died");
    expect(await textOf(owner)).toBeUndefined();
    expect((await workspace.list(owner, "")).files).toEqual([]);
    expect(await workspace.write(owner, "a.md", { bytes: bytes("new"), if_etag: null })).toMatchObject({
      status: "created",
    });
    expect(await textOf(owner)).toBe("new");
  });
});

describe("the workspace over HTTP", () => {
  test("a file is written, read as it was, replaced, and taken back from its earlier version", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    expect(await api("PUT", "/workspace/data/all.bin", bytes)).toMatchObject({
      status: 201,
      json: { created: true, size: 256 },
    });
    const first = await api("GET", "/workspace/data/all.bin");
    expect(first.headers.get("content-disposition")).toMatch(/^attachment/);
    expect(await api("PUT", "/workspace/data/all.bin", "second")).toMatchObject({
      status: 200,
      json: { created: false },
    });
    expect((await api("GET", "/workspace/data/all.bin")).text).toBe("second");
    const { json } = await api("GET", "/workspace/data/all.bin?versions=true");
    const byPerson = { by: "person", agent: null, conversation_id: null, message_id: null };
    const written = { ...byPerson, written_at: expect.any(String) };
    expect(json.items).toEqual([
      { id: expect.any(String), size: 256, replaced_at: expect.any(String), version: 1, ...written },
    ]);
    expect(json.current).toEqual({ size: 6, etag: expect.any(String), version: 2, ...written });
    const restored = await api("PUT", `/workspace/data/all.bin?restore=${json.items[0].id}`);
    expect(restored.json).toMatchObject({ size: 256, version: 3 });
    expect((await api("GET", "/workspace/data/all.bin")).text).toBe(first.text);
  });

  test("a folder is listed in pages", async () => {
    for (const name of ["a", "b", "c"]) await api("PUT", `/workspace/list/${name}.md`, name);
    const first = (await api("GET", "/workspace?folder=list&limit=2")).json;
    const second = (
      await api("GET", `/workspace?folder=list&limit=2&cursor=${encodeURIComponent(first.next_cursor)}`)
    ).json;
    const paths = [...first.items, ...second.items].map(({ path }: { path: string }) => path);
    expect(paths).toEqual(["list/a.md", "list/b.md", "list/c.md"]);
    expect(second.next_cursor).toBeNull();
  });

  test("a write with a condition does not overwrite what came in between", async () => {
    const worker = (await api("PUT", "/workspace/race.md", "one")).json;
    expect(worker.etag).toBeTruthy();
    await api("PUT", "/workspace/race.md", "two");
    expect((await api("GET", "/workspace/race.md")).text).toBe("two");
  });

  test("what was removed is gone, but for its version", async () => {
    await api("PUT", "/workspace/gone.md", "kept");
    expect((await api("DELETE", "/workspace/gone.md")).status).toBe(204);
    expect((await api("GET", "/workspace/gone.md")).status).toBe(404);
    expect((await api("DELETE", "/workspace/gone.md")).status).toBe(404);
    const { json } = await api("GET", "/workspace/gone.md?versions=true");
    expect([json.items.length, json.current]).toEqual([1, null]);
  });

  test.each(["..%2fsecret", "a/..%2f..%2fb", "%5c%5cserver", "a%00b", ".outputs/x", "a//b", "c:/x"])(
    "%s is not a path",
    async (path) => {
      expect((await api("PUT", `/workspace/${path}`, "x")).status).toBe(400);
    },
  );

  test("a page of one's own never runs in the app's origin", async () => {
    await api("PUT", "/workspace/evil.html", "<script>alert(1)</script>");
    await api(
      "PUT",
      "/workspace/evil.svg",
      '<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>',
    );
    for (const name of ["evil.html", "evil.svg"]) {
      const { headers } = await api("GET", `/workspace/${name}`);
      expect(headers.get("content-disposition")).toMatch(/^attachment/);
      expect(headers.get("x-content-type-options")).toBe("nosniff");
      expect(headers.get("content-security-policy")).toContain("sandbox");
    }
  });

  test("nobody reads it without signing in", async () => {
    for (const path of [
      "/workspace",
      "/workspace/a.md",
      "/files",
      "/files/fil_1m80985wd4xtp63zddf2",
      "/skills",
    ]) {
      expect((await api("GET", path, undefined, "wrong-token-wrong-token")).status, path).toBe(401);
    }
  });

  test("workspace files are found by words of their paths, in their order", async () => {
    for (const path of ["search/Café menu.md", "search/menu.md", "search/list.md"])
      await api("PUT", `/workspace/${encodeURIComponent(path)}`, "x");
    const found = async (more: string) => (await api("GET", `/workspace?q=MENU+search${more}`)).json;
    const first = await found("&limit=1");
    const second = await found(`&cursor=${encodeURIComponent(first.next_cursor)}`);
    const paths = [...first.items, ...second.items].map(({ path }: { path: string }) => path);
    expect(paths).toEqual(["search/Café menu.md", "search/menu.md"]);
    expect(second.next_cursor).toBe(null);
    expect((await found("+cafe")).items).toHaveLength(1);
  });
});

describe("skills over HTTP", () => {
  const SKILL =
    "---\nname: tea\ndescription: Makes tea\nallowed-tools: read web_fetch\n---\nUse https://tea.example/api with web_fetch.";
  const archive = (files: Record<string, string>) =>
    zipSync(
      Object.fromEntries(Object.entries(files).map(([path, text]) => [path, new TextEncoder().encode(text)])),
    );

  test("the shipped ones are there, whole and without a fault", async () => {
    const { json } = await api("GET", "/skills");
    expect(json.broken).toEqual([]);
    expect(json.items.map(({ name }: { name: string }) => name)).toEqual([
      "data-analysis",
      "draft-a-reply",
      "learn-with-me",
      "meeting-notes",
      "plan-and-follow-up",
      "proofread",
      "research",
      "summarize",
      "use-a-website",
      "write-a-skill",
    ]);
  });

  test("an archive is looked into first, then installed by the digest of what was looked at", async () => {
    const zip = archive({ "tea/SKILL.md": SKILL, "tea/brew.md": "Brew it." });
    const look = await api("POST", "/skills", zip);
    expect(look.json).toMatchObject({
      installed: false,
      preview: {
        name: "tea",
        allowed_tools: ["read", "web_fetch"],
        hosts: ["tea.example"],
        mentions: ["read", "web_fetch"],
        files: [
          { path: "SKILL.md", size: SKILL.length },
          { path: "brew.md", size: 8 },
        ],
      },
    });
    expect((await api("GET", "/skills/tea")).status).toBe(404);
    const other = archive({ "SKILL.md": SKILL.replace("Use", "Obey") });
    expect((await api("POST", `/skills?install=${look.json.digest}`, other)).status).toBe(409);
    expect((await api("POST", `/skills?install=${look.json.digest}`, zip)).status).toBe(201);
    expect((await api("GET", "/skills/tea")).json).toMatchObject({ source: "workspace", files: ["brew.md"] });
    expect((await api("DELETE", "/skills/tea")).status).toBe(204);
    expect((await api("GET", "/skills/tea")).status).toBe(404);
    expect((await api("DELETE", "/skills/research")).status).toBe(409);
  });

  test("of an archive of a repository those skills are installed that were chosen", async () => {
    const named = (name: string) => SKILL.replace("name: tea", `name: ${name}`);
    const zip = archive({
      "collection-main/README.md": "Skills.",
      "collection-main/skills/tea/SKILL.md": SKILL,
      "collection-main/skills/coffee/SKILL.md": named("coffee").replace(
        "read web_fetch",
        "Bash(npm run:*) Read, Write",
      ),
      "collection-main/skills/coffee/lists/beans.md": "Arabica",
      "collection-main/skills/odd/SKILL.md": "---\nname: Odd!\n---\nx",
    });
    const look = await api("POST", "/skills", zip);
    expect(look.json).toMatchObject({
      skills: [
        { name: "coffee", allowed_tools: ["Bash(npm run:*)", "Read", "Write"] },
        { name: "tea", files: [{ path: "SKILL.md" }] },
      ],
      broken: [{ problem: expect.stringContaining("SKILL.md") }],
    });
    const install = (more: string) => api("POST", `/skills?install=${look.json.digest}${more}`, zip);
    expect((await install("")).json.reason).toContain("Say which. The archive has coffee, tea.");
    expect((await install("&skills=milk")).json.reason).toContain("There is no milk in it.");
    expect((await install("&skills=coffee")).status).toBe(201);
    expect((await api("GET", "/skills/coffee")).json).toMatchObject({ files: ["lists/beans.md"] });
    expect((await api("GET", "/skills/tea")).status).toBe(404);
    await api("DELETE", "/skills/coffee");
  });

  test.each([
    ["no archive", "hello"],
    ["no SKILL.md", archive({ "a.md": "x" })],
    ["a path that leads out", archive({ "SKILL.md": SKILL, "../../evil.md": "x" })],
    ["a header that is none", archive({ "SKILL.md": "---\nname: Tea!\n---\nx" })],
    [
      "too many files",
      archive({
        "SKILL.md": SKILL,
        ...Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`${n}.md`, "x"])),
      }),
    ],
  ])("an archive with %s is refused with a reason", async (_name, zip) => {
    const { status, json } = await api("POST", "/skills", zip);
    expect(status).toBe(400);
    expect(json.reason.length).toBeGreaterThan(10);
  });
});
