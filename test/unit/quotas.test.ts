import { describe, expect, test } from "vitest";
import type { Tool } from "../../src/agent/ports/tool.ts";
import type { StorageUsage } from "../../src/quotas/ports.ts";
import { DEFAULT_QUOTAS, type Quotas } from "../../src/quotas/quota.ts";
import { QuotaEnforcer } from "../../src/quotas/quota-enforcer.ts";
import { countSchedules } from "../../src/quotas/schedules.ts";
import type { FileMeta, Files } from "../../src/tools/files/port.ts";
import type { McpServers, NewServer } from "../../src/tools/mcp/servers.ts";
import { scheduleTools } from "../../src/tools/schedule.ts";
import { memoryWorkspace } from "./tools/memory-workspace.ts";
import { aContext, contentOf } from "./tools/support.ts";

const NONE: StorageUsage = { files: 0, bytes: 0 };
const bytes = (count: number) => new Uint8Array(count);

/** A book on what is kept as it says; the counting is counted. */
function book(
  quotas: Partial<Quotas>,
  kept: { workspace?: StorageUsage; versions?: StorageUsage; waiting?: number; scheduled?: number } = {},
) {
  let time = 0;
  let counts = 0;
  const made = new QuotaEnforcer({
    quotas: { ...DEFAULT_QUOTAS, ...quotas },
    now: () => time,
    source: {
      workspace: async () => {
        counts++;
        return kept.workspace ?? NONE;
      },
      versions: async () => kept.versions ?? NONE,
      uploads: async () => NONE,
      memories: async () => 7,
      jobsWaiting: async () => kept.waiting ?? 0,
      mcpServers: async () => 3,
      schedules: async () => kept.scheduled ?? 0,
    },
  });
  return { book: made, kept, pass: (ms: number) => (time += ms), counts: () => counts };
}

function memoryFiles(): Files {
  const kept = new Map<string, FileMeta>();
  const at = (owner: string, id: string) => `${owner}/${id}`;
  return {
    async put(owner, { name, media_type, bytes: { length } }) {
      const meta = { id: `fil_${kept.size}`, owner, name, media_type, size: length, created_at: 0 };
      kept.set(at(owner, meta.id), meta);
      return meta;
    },
    describe: async (owner, id) => kept.get(at(owner, id)),
    get: async () => undefined,
    open: async () => undefined,
    list: async () => ({ files: [] }),
    remove: async (owner, id) => kept.delete(at(owner, id)),
  };
}

describe("what one person keeps", () => {
  test("is refused beyond the quota, with what to do and who may allow more", async () => {
    const { book: quotas } = book({ workspace_mb: 3 });
    const workspace = quotas.workspace(memoryWorkspace());
    await workspace.write("ada", "a", { bytes: bytes(2_000_000) });
    await expect(workspace.write("ada", "b", { bytes: bytes(2_000_000) })).rejects.toMatchObject({
      kind: "payload_too_large",
      reason: expect.stringMatching(
        /^One person may have 3 MB in the workspace.*Write less.*QUOTA_WORKSPACE_MB\.$/,
      ),
    });
    await workspace.write("ada", "b", { bytes: bytes(1_000_000) });
    await workspace.write("bob", "b", { bytes: bytes(3_000_000) });
  });

  test("holds earlier versions: one file written over and over fills it too", async () => {
    const { book: quotas } = book({ workspace_mb: 3 });
    const workspace = quotas.workspace(memoryWorkspace());
    for (let n = 0; n < 3; n++) await workspace.write("ada", "a", { bytes: bytes(1_000_000) });
    await expect(workspace.write("ada", "a", { bytes: bytes(1) })).rejects.toMatchObject({
      kind: "payload_too_large",
    });
  });

  test("is a number of files, of which those that are there may still be written", async () => {
    const { book: quotas } = book({ workspace_files: 2 });
    const workspace = quotas.workspace(memoryWorkspace());
    await workspace.write("ada", "a", { bytes: bytes(1) });
    await workspace.write("ada", "b", { bytes: bytes(1) });
    await expect(workspace.write("ada", "c", { bytes: bytes(1) })).rejects.toThrow(
      "2 files in the workspace",
    );
    await workspace.write("ada", "b", { bytes: bytes(2) });
    await workspace.remove("ada", "a");
    await workspace.write("ada", "c", { bytes: bytes(1) });
  });

  test("that comes at once does not pass together, and what was not written counts no more", async () => {
    const { book: quotas } = book({
      workspace_mb: 3,
      uploads_mb: 3,
      workspace_files: 4,
      mcp_servers: 5,
      schedules: 4,
    });
    const many = async (attempt: (n: number) => Promise<unknown>) =>
      (await Promise.allSettled(Array.from({ length: 9 }, (_, n) => attempt(n)))).filter(
        ({ status }) => status === "fulfilled",
      ).length;
    const workspace = quotas.workspace(memoryWorkspace());
    expect(await many((n) => workspace.write("ada", `large${n}`, { bytes: bytes(1_000_000) }))).toBe(3);
    expect(await many((n) => workspace.write("bob", `small${n}`, { bytes: bytes(1) }))).toBe(4);
    const files = memoryFiles();
    const file = { name: "f", media_type: "text/plain", bytes: bytes(1_000_000) };
    expect(await many(() => quotas.files(files).put("ada", file))).toBe(3);
    const servers = { add: async (server: object) => server } as unknown as McpServers;
    const server = { owner: "ada", name: "s" } as NewServer;
    expect(await many(() => quotas.mcpServers(servers).add(server))).toBe(2);

    expect(await many(() => quotas.scheduling("ada", async () => "kept"))).toBe(4);
    expect(await many(() => quotas.scheduling("bob", () => Promise.reject(new Error("away"))))).toBe(0);

    const broken = { ...files, put: () => Promise.reject(new Error("away")) };
    expect(await many(() => quotas.files(broken).put("eve", file))).toBe(0);
    expect(await many(() => quotas.files(files).put("eve", file))).toBe(3);
  });

  test("makes room again at once when a file of a message is removed", async () => {
    const { book: quotas } = book({ uploads_mb: 1 });
    const files = quotas.files(memoryFiles());
    const file = { name: "f", media_type: "text/plain", bytes: bytes(900_000) };
    const { id } = await files.put("ada", file);
    await expect(files.put("ada", file)).rejects.toMatchObject({ kind: "payload_too_large" });
    await files.remove("ada", id);
    await files.put("ada", file);
  });

  test("sets nothing going while too much waits", async () => {
    const { book: quotas, kept, pass } = book({ jobs_waiting: 5 }, { waiting: 5 });
    const workspace = quotas.workspace(memoryWorkspace());
    await expect(workspace.write("ada", "a", { bytes: bytes(1) })).rejects.toThrow(
      "Try again when some of it is done",
    );
    kept.waiting = 0;
    pass(60_000);
    await workspace.write("ada", "a", { bytes: bytes(1) });
  });

  test("is counted once a minute, however much is written", async () => {
    const { book: quotas, counts, pass } = book({});
    const workspace = quotas.workspace(memoryWorkspace());
    for (let n = 0; n < 20; n++) await workspace.write("ada", `f${n}`, { bytes: bytes(1) });
    expect(counts()).toBe(1);
    pass(60_000);
    await workspace.write("ada", "more", { bytes: bytes(1) });
    expect(counts()).toBe(2);
  });

  test("does not hold cut outputs of tools, which go by themselves", async () => {
    const { book: quotas } = book({ workspace_mb: 0 });
    await quotas.workspace(memoryWorkspace()).write("ada", ".outputs/a.txt", { bytes: bytes(10) });
  });

  test("is told with its limits", async () => {
    const { book: quotas } = book(
      {},
      { workspace: { files: 4, bytes: 1_500_000 }, versions: { files: 9, bytes: 1_000_000 } },
    );
    expect(await quotas.usage("ada")).toEqual([
      { what: "workspace_mb", used: 2.5, limit: 2_000 },
      { what: "workspace_files", used: 4, limit: 20_000 },
      { what: "uploads_mb", used: 0, limit: 5_000 },
      { what: "memory_items", used: 7, limit: 50_000 },
      { what: "jobs_waiting", used: 0, limit: 2_000 },
      { what: "mcp_servers", used: 3, limit: 20 },
      { what: "schedules", used: 0, limit: 500 },
    ]);
  });
});

describe("scheduled messages", () => {
  const tea = { text: "Tea", in_seconds: 60 };

  test("count for their person over all conversations, and one that is cancelled makes room", async () => {
    const { book: quotas } = book({ schedules: 3 }, { scheduled: 2 });
    const tools = countSchedules(scheduleTools, quotas);
    const [schedule, cancel] = [named(tools, "schedule_message"), named(tools, "cancel_scheduled")];
    const here = aContext({ idempotency_key: "one" });
    expect(await contentOf(schedule, tea, here)).toMatch(/^Scheduled sch_1/);
    const elsewhere = aContext({ idempotency_key: "two" });
    await expect(contentOf(schedule, tea, elsewhere)).rejects.toMatchObject({
      kind: "payload_too_large",
      reason: expect.stringMatching(
        /^One person may have 3 schedules, and scheduled messages in all conversations, together\. Cancel some.*QUOTA_SCHEDULES\.$/,
      ),
    });
    expect(elsewhere.conversation.scheduled()).toEqual([]);
    await contentOf(cancel, { id: "sch_1" }, here);
    expect(await contentOf(schedule, tea, elsewhere)).toMatch(/^Scheduled/);
  });

  test("of somebody else are not theirs, and what was refused is not counted", async () => {
    const { book: quotas } = book({ schedules: 1 });
    const schedule = named(countSchedules(scheduleTools, quotas), "schedule_message");
    expect(await contentOf(schedule, { text: "Tea" })).toMatch(/^error: Give exactly one/);
    expect(await contentOf(schedule, tea)).toMatch(/^Scheduled/);
    expect(await contentOf(schedule, tea, aContext({ owner: "bob" }))).toMatch(/^Scheduled/);
  });
});

function named(tools: readonly Tool[], name: string): Tool {
  const found = tools.find((tool) => tool.name === name);
  if (!found) throw new Error(`no tool ${name}`);
  return found;
}
