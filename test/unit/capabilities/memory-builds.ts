/** Builds and a catalog in memory, with the promises of their ports. */
import type {
  Build,
  BuildCatalog,
  BuildStore,
  DraftFiles,
} from "../../../src/capabilities/builds/record/build.ts";

export function memoryBuilds(): BuildStore & { all(): Build[] } {
  const builds = new Map<string, Build>();
  const drafts = new Map<string, DraftFiles>();
  const change = (id: string, set: Partial<Build>) => {
    const build = builds.get(id);
    if (build?.status !== "building") return false;
    builds.set(id, { ...build, ...set });
    return true;
  };
  const running = (owner: string, name: string) =>
    [...builds.values()].find(
      (build) => build.owner === owner && build.name === name && build.status === "building",
    );
  return {
    all: () => [...builds.values()],
    async insert(build, files) {
      if (builds.has(build.id) || running(build.owner, build.name)) return false;
      builds.set(build.id, build);
      drafts.set(build.id, files);
      return true;
    },
    get: async (id) => builds.get(id),
    files: async (id) => drafts.get(id) ?? {},
    ofChild: async ({ parent }) =>
      [...builds.values()].find(
        ({ conversation_id, call_id }) =>
          conversation_id === parent.conversation_id && call_id === parent.call_id,
      ),
    list: async (owner) => [...builds.values()].filter((build) => build.owner === owner),
    running: async (owner, name) => running(owner, name),
    setChild: async (id, child_id) => void change(id, { child_id }),
    saveFiles: async (id, files) => void drafts.set(id, files),
    note: async (id, set) => void change(id, set),
    end: async (id, { status, error = null, version = null, now }) =>
      change(id, { status, error, version, ended_at: now }),
    async account(id, taken) {
      const build = builds.get(id);
      if (build) builds.set(id, { ...build, ...taken });
    },
  };
}

export interface MemoryCatalog extends BuildCatalog {
  /** Name -> by which builds each version was made. */
  readonly versions: Map<string, string[]>;
  readonly failed: string[];
}

/** Publishes what has a main.ts without the word "wrong". */
export function memoryCatalog(): MemoryCatalog {
  const versions = new Map<string, string[]>();
  const failed: string[] = [];
  return {
    versions,
    failed,
    begin: async () => undefined,
    inUse: async () => undefined,
    async check(_build, files) {
      const passed = files["main.ts"]?.includes("wrong") === false;
      return { passed, text: passed ? "1 of 1 passed." : "0 of 1 passed." };
    },
    async publish({ id, name }, files, allowed) {
      if (files["main.ts"]?.includes("wrong") !== false) return { ok: false, reason: "0 of 1 passed." };
      const { hosts = [] } = JSON.parse(files["package.json"] ?? "{}") as { hosts?: string[] };
      const beyond = hosts.filter((host) => !allowed.includes(host));
      if (beyond.length > 0) return { ok: false, reason: `package.json declares ${beyond.join(", ")}.` };
      const made = versions.get(name) ?? [];
      if (!made.includes(id)) versions.set(name, [...made, id]);
      return { ok: true, version: (versions.get(name) ?? []).indexOf(id) + 1 };
    },
    fail: async ({ name }) => void failed.push(name),
  };
}
