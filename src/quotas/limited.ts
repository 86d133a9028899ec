/** The same stores, which refuse what passes a person's quota. */
import type { MemoryStore } from "../memory/ports/stores.ts";
import type { Files } from "../tools/files/port.ts";
import type { McpServers } from "../tools/mcp/servers.ts";
import { OUTPUTS, type Workspace } from "../tools/workspace/port.ts";
import { Meter } from "./meters.ts";
import type { UsageSource } from "./ports.ts";
import { COUNTED, type Counted, checkQuota, MB, type Quotas } from "./quota.ts";

export interface QuotaDeps {
  source: UsageSource;
  quotas: Quotas;
  /** ms. */
  now(): number;
}

export interface Used {
  what: Counted;
  used: number;
  limit: number;
}

/** One for each set of bindings. */
export class QuotaBook {
  readonly #deps: QuotaDeps;
  readonly #space: Meter<{ files: number; bytes: number }>;
  readonly #uploads: Meter<{ bytes: number }>;
  readonly #memories: Meter<{ items: number }>;
  readonly #waiting: Meter<{ jobs: number }>;
  readonly #schedules: Meter<{ messages: number }>;

  constructor(deps: QuotaDeps) {
    const { source, now } = deps;
    this.#deps = deps;
    this.#space = new Meter(async (owner) => {
      const [files, versions] = await Promise.all([source.workspace(owner), source.versions(owner)]);
      return { files: files.files, bytes: files.bytes + versions.bytes };
    }, now);
    this.#uploads = new Meter((owner) => source.uploads(owner), now);
    this.#memories = new Meter(async (owner) => ({ items: await source.memories(owner) }), now);
    this.#waiting = new Meter(async (owner) => ({ jobs: await source.jobsWaiting(owner) }), now);
    this.#schedules = new Meter(async (owner) => ({ messages: await source.schedules(owner) }), now);
  }

  async usage(owner: string): Promise<Used[]> {
    const [space, uploads, memories, waiting, servers, schedules] = await Promise.all([
      this.#space.read(owner),
      this.#uploads.read(owner),
      this.#memories.read(owner),
      this.#waiting.read(owner),
      this.#deps.source.mcpServers(owner),
      this.#schedules.read(owner),
    ]);
    const used: Record<Counted, number> = {
      workspace_mb: megabytes(space.bytes),
      workspace_files: space.files,
      uploads_mb: megabytes(uploads.bytes),
      memory_items: memories.items,
      jobs_waiting: waiting.jobs,
      mcp_servers: servers,
      schedules: schedules.messages,
    };
    return COUNTED.map((what) => ({ what, used: used[what], limit: this.#deps.quotas[what] }));
  }

  workspace(workspace: Workspace): Workspace {
    return {
      ...workspace,
      write: async (owner, path, content) => {
        if (path.startsWith(OUTPUTS)) return workspace.write(owner, path, content);
        const size = content.bytes.length;
        await this.#checkWaiting(owner);
        await this.#roomFor(workspace, { owner, path, size });
        const result = await workspace.write(owner, path, content);
        const created = result.status === "created" ? 1 : 0;
        if (result.status !== "changed") {
          this.#space.change(owner, ({ files, bytes }) => ({ files: files + created, bytes: bytes + size }));
        }
        return result;
      },
      remove: async (owner, path) => {
        const removed = await workspace.remove(owner, path);
        // Its bytes stay as an earlier version.
        if (removed) this.#space.change(owner, ({ files, bytes }) => ({ files: files - 1, bytes }));
        return removed;
      },
    };
  }

  async #roomFor(
    workspace: Workspace,
    { owner, path, size }: { owner: string; path: string; size: number },
  ): Promise<void> {
    const { files, bytes } = await this.#space.read(owner);
    this.#check("workspace_mb", bytes / MB, size / MB);
    if (files < this.#deps.quotas.workspace_files) return;
    // Only now it matters whether the file is one more.
    const { files: there } = await workspace.list(owner, path, { limit: 1 });
    if (there[0]?.path !== path) this.#check("workspace_files", files, 1);
  }

  files(files: Files): Files {
    return {
      ...files,
      put: async (owner, file) => {
        const added = file.bytes.length;
        await this.#checkWaiting(owner);
        this.#check("uploads_mb", (await this.#uploads.read(owner)).bytes / MB, added / MB);
        const stored = await files.put(owner, file);
        this.#uploads.change(owner, ({ bytes }) => ({ bytes: bytes + added }));
        return stored;
      },
    };
  }

  memories(memories: MemoryStore): MemoryStore {
    return {
      ...memories,
      put: async (memory) => {
        this.#check("memory_items", (await this.#memories.read(memory.owner)).items, 1);
        const stored = await memories.put(memory);
        this.#memories.change(memory.owner, ({ items }) => ({ items: items + 1 }));
        return stored;
      },
    };
  }

  /** Of what a person sets going, before it is kept: work that the house owes itself is never refused. */
  async #checkWaiting(owner: string): Promise<void> {
    this.#check("jobs_waiting", (await this.#waiting.read(owner)).jobs, 1);
  }

  mcpServers(servers: McpServers): McpServers {
    return {
      ...servers,
      add: async (server) => {
        this.#check("mcp_servers", await this.#deps.source.mcpServers(server.owner), 1);
        return servers.add(server);
      },
    };
  }

  /** Of scheduled messages, before one is kept. */
  async checkSchedules(owner: string): Promise<void> {
    this.#check("schedules", (await this.#schedules.read(owner)).messages, 1);
  }

  /** So many more of them wait, or fewer. */
  scheduled(owner: string, more: number): void {
    this.#schedules.change(owner, ({ messages }) => ({ messages: messages + more }));
  }

  #check(what: Counted, used: number, added: number): void {
    checkQuota(this.#deps.quotas, what, { used, added });
  }
}

function megabytes(bytes: number): number {
  return Math.round((bytes / MB) * 10) / 10;
}
