/** Cache of version files, which never change. Bounded by characters. */
import type { Capability, CapabilityFiles } from "../catalog/capability.ts";

/** Characters in total: about 8 MB. */
const MOST_CHARACTERS = 4_000_000;

interface CachedFiles {
  files: CapabilityFiles;
  size: number;
}

export class FileCache {
  private readonly read: (capability: Capability, version: number) => Promise<CapabilityFiles>;
  /** Least recently used first. */
  private readonly entries = new Map<string, CachedFiles>();
  private size = 0;

  constructor(read: (capability: Capability, version: number) => Promise<CapabilityFiles>) {
    this.read = read;
  }

  async of(capability: Capability, version: number): Promise<CapabilityFiles> {
    const key = `${capability.id} ${version}`;
    const known = this.entries.get(key);
    if (known) {
      this.entries.delete(key);
      this.entries.set(key, known);
      return known.files;
    }
    const files = await this.read(capability, version);
    this.keep(key, files);
    return files;
  }

  private keep(key: string, files: CapabilityFiles): void {
    const size = Object.values(files).reduce((sum, text) => sum + text.length, 0);
    this.size += size - (this.entries.get(key)?.size ?? 0);
    this.entries.set(key, { files, size });
    for (const [oldest, cached] of this.entries) {
      if (this.size <= MOST_CHARACTERS || oldest === key) return;
      this.entries.delete(oldest);
      this.size -= cached.size;
    }
  }
}
