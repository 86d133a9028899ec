/** Wraps the stores so that they refuse what exceeds a person's quota. */
import { override } from "../domain/override.ts";
import type { MemoryStore } from "../memory/ports/stores.ts";
import type { Files } from "../tools/files/port.ts";
import type { McpServers } from "../tools/mcp/servers.ts";
import { OUTPUTS, type Workspace } from "../tools/workspace/port.ts";
import { Meter } from "./meters.ts";
import type { UsageSource } from "./ports.ts";
import { COUNTED, checkQuota, MB, type QuotaKind, type Quotas } from "./quota.ts";

interface QuotaDeps {
  source: UsageSource;
  quotas: Quotas;
  /** ms. */
  now(): number;
}

interface QuotaUsage {
  what: QuotaKind;
  used: number;
  limit: number;
}

/** One per set of bindings. */
export class QuotaEnforcer {
  private readonly deps: QuotaDeps;
  private readonly space: Meter<"files" | "bytes">;
  private readonly uploads: Meter<"bytes">;
  private readonly memoryMeter: Meter<"items">;
  private readonly waiting: Meter<"jobs">;
  private readonly schedules: Meter<"messages">;
  /** MCP servers that are being added now, by owner. */
  private readonly coming = new Map<string, number>();

  constructor(deps: QuotaDeps) {
    const { source, now } = deps;
    this.deps = deps;
    this.space = new Meter(async (owner) => {
      const [files, versions] = await Promise.all([source.workspace(owner), source.versions(owner)]);
      return { files: files.files, bytes: files.bytes + versions.bytes };
    }, now);
    this.uploads = new Meter(async (owner) => ({ bytes: (await source.uploads(owner)).bytes }), now);
    this.memoryMeter = new Meter(async (owner) => ({ items: await source.memories(owner) }), now);
    this.waiting = new Meter(async (owner) => ({ jobs: await source.jobsWaiting(owner) }), now);
    this.schedules = new Meter(async (owner) => ({ messages: await source.schedules(owner) }), now);
  }

  async usage(owner: string): Promise<QuotaUsage[]> {
    const [space, uploads, memories, waiting, servers, schedules] = await Promise.all([
      this.space.read(owner),
      this.uploads.read(owner),
      this.memoryMeter.read(owner),
      this.waiting.read(owner),
      this.deps.source.mcpServers(owner),
      this.schedules.read(owner),
    ]);
    const used: Record<QuotaKind, number> = {
      workspace_mb: megabytes(space.bytes),
      workspace_files: space.files,
      uploads_mb: megabytes(uploads.bytes),
      memory_items: memories.items,
      jobs_waiting: waiting.jobs,
      mcp_servers: servers,
      schedules: schedules.messages,
    };
    return COUNTED.map((what) => ({ what, used: used[what], limit: this.deps.quotas[what] }));
  }

  workspace(workspace: Workspace): Workspace {
    return override(workspace, {
      write: async (owner, path, content) => {
        if (path.startsWith(OUTPUTS)) return workspace.write(owner, path, content);
        await this.checkWaiting(owner);
        return this.write(workspace, { owner, path }, content);
      },
      remove: async (owner, path) => {
        const removed = await workspace.remove(owner, path);
        // Its bytes stay as an earlier version.
        if (removed) this.space.add(owner, { files: -1, bytes: 0 });
        return removed;
      },
    });
  }

  private async write(
    workspace: Workspace,
    { owner, path }: { owner: string; path: string },
    content: Parameters<Workspace["write"]>[2],
  ): ReturnType<Workspace["write"]> {
    const size = content.bytes.length;
    const more = { files: 1, bytes: size };
    const check = ({ bytes }: typeof more) => this.check("workspace_mb", bytes / MB, size / MB);
    return this.space.during(owner, { more, check }, async ({ files }) => {
      // Checked only when it matters whether the file is new.
      if (files >= this.deps.quotas.workspace_files && !(await isThere(workspace, owner, path)))
        this.check("workspace_files", files, 1);
      const result = await workspace.write(owner, path, content);
      const { status } = result;
      if (status !== "created") this.space.add(owner, { files: -1, bytes: status === "changed" ? -size : 0 });
      return result;
    });
  }

  files(files: Files): Files {
    return override(files, {
      put: async (owner, file) => {
        const more = { bytes: file.bytes.length };
        await this.checkWaiting(owner);
        const check = ({ bytes }: typeof more) => this.check("uploads_mb", bytes / MB, more.bytes / MB);
        return this.uploads.during(owner, { more, check }, () => files.put(owner, file));
      },
      remove: async (owner, id) => {
        const file = await files.describe(owner, id);
        const removed = await files.remove(owner, id);
        if (removed && file) this.uploads.add(owner, { bytes: -file.size });
        return removed;
      },
    });
  }

  /** Throws an AppError when a file of so many bytes would exceed the quota. */
  async checkUpload(owner: string, bytes: number): Promise<void> {
    await this.checkWaiting(owner);
    this.check("uploads_mb", (await this.uploads.read(owner)).bytes / MB, bytes / MB);
  }

  /** Counts a file that was stored past `files`. */
  noteUploaded(owner: string, bytes: number): void {
    this.uploads.add(owner, { bytes });
  }

  memories(memories: MemoryStore): MemoryStore {
    return override(memories, {
      put: async (memory) => {
        const check = ({ items }: { items: number }) => this.check("memory_items", items, 1);
        return this.memoryMeter.during(memory.owner, { more: { items: 1 }, check }, () =>
          memories.put(memory),
        );
      },
    });
  }

  /** Checked before storing what a person starts; the house's own work is never refused. */
  private async checkWaiting(owner: string): Promise<void> {
    this.check("jobs_waiting", (await this.waiting.read(owner)).jobs, 1);
  }

  mcpServers(servers: McpServers): McpServers {
    return {
      ...servers,
      add: async (server) => {
        const { owner } = server;
        const coming = this.coming.get(owner) ?? 0;
        this.coming.set(owner, coming + 1);
        try {
          this.check("mcp_servers", (await this.deps.source.mcpServers(owner)) + coming, 1);
          return await servers.add(server);
        } finally {
          this.oneLessComes(owner);
        }
      },
    };
  }

  private oneLessComes(owner: string): void {
    const left = (this.coming.get(owner) ?? 1) - 1;
    if (left > 0) this.coming.set(owner, left);
    else this.coming.delete(owner);
  }

  /**
   * Runs `keep` and counts one more schedule or scheduled message, unless it throws or `isKept` says that
   * nothing was stored.
   */
  async scheduling<T>(
    owner: string,
    keep: () => Promise<T>,
    isKept: (outcome: T) => boolean = () => true,
  ): Promise<T> {
    const check = ({ messages }: { messages: number }) => this.check("schedules", messages, 1);
    return this.schedules.during(owner, { more: { messages: 1 }, check }, async () => {
      const outcome = await keep();
      if (!isKept(outcome)) this.noteScheduled(owner, -1);
      return outcome;
    });
  }

  /** Adjusts the count of scheduled messages. */
  noteScheduled(owner: string, more: number): void {
    this.schedules.add(owner, { messages: more });
  }

  private check(what: QuotaKind, used: number, added: number): void {
    checkQuota(this.deps.quotas, what, { used, added });
  }
}

async function isThere(workspace: Workspace, owner: string, path: string): Promise<boolean> {
  const { files } = await workspace.list(owner, path, { limit: 1 });
  return files[0]?.path === path;
}

function megabytes(bytes: number): number {
  return Math.round((bytes / MB) * 10) / 10;
}
