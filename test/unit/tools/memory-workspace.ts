/** A workspace in memory, with the promises of the real one. */
import type { Trust } from "../../../src/domain/trust.ts";
import type { FileAuthor, StoredFile, Workspace } from "../../../src/tools/workspace/port.ts";
import { NOW } from "./support.ts";

interface Marks {
  trust?: Trust | undefined;
  author?: FileAuthor | undefined;
}

export function memoryWorkspace(
  files: Record<string, string | Uint8Array> = {},
): Workspace & { written(): string[] } {
  const stored = new Map<string, StoredFile>();
  let writes = 0;
  const put = (path: string, bytes: Uint8Array, { trust = "untrusted", author }: Marks = {}) => {
    const etag = `e${++writes}`;
    const size = bytes.length;
    const version = (stored.get(path)?.version ?? 0) + 1;
    const marks = { version, trust, ...(author && { author }) };
    stored.set(path, { path, bytes, size, media_type: "text/plain", updated_at: NOW, etag, ...marks });
    return { etag, version };
  };
  for (const [path, content] of Object.entries(files)) {
    put(path, typeof content === "string" ? new TextEncoder().encode(content) : content);
  }
  return {
    written: () => [...stored.keys()],
    read: async (_owner, path) => stored.get(path),
    async write(_owner, path, { bytes, if_etag, trust, author }) {
      const before = stored.get(path);
      if (if_etag !== undefined && (before?.etag ?? null) !== if_etag) return { status: "changed" };
      return {
        status: before ? "replaced" : "created",
        ...put(path, bytes, {
          trust: trust === "kept" ? (before?.trust ?? "trusted") : trust,
          author,
        }),
      };
    },
    remove: async (_owner, path) => stored.delete(path),
    list: async (_owner, prefix) => ({
      files: [...stored.values()].filter(({ path }) => path.startsWith(prefix)),
    }),
    paths: async (_owner, prefix) => [...stored.keys()].filter((path) => path.startsWith(prefix)).sort(),
    versions: async () => [],
    readVersion: async () => undefined,
  };
}

export async function textIn(workspace: Workspace, path: string): Promise<string | undefined> {
  const file = await workspace.read("usr_owner", path);
  return file && new TextDecoder().decode(file.bytes);
}
