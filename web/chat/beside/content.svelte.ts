/** The text of the previewed file, in each of its versions. */

import { decodeText } from "../../../src/domain/text/decode-text.ts";
import {
  type FileVersions,
  listVersions,
  readWorkspaceFile,
  workspaceHref,
} from "../../api/agents/workspace.ts";
import type { PreviewSource } from "../../session/preview-source.ts";
import { t } from "../../words/t.ts";

export class PreviewContent {
  text = $state<string | null>(null);
  problem = $state("");
  /** Undefined: no file of the workspace. */
  etag: string | undefined;
  versions = $state.raw<FileVersions | null>(null);
  private asked = 0;

  /** Another document follows. */
  clear(): void {
    this.asked += 1;
    this.text = this.versions = null;
    this.problem = "";
  }

  /** `version` null: the current one. */
  async load(source: PreviewSource, version: string | null): Promise<void> {
    const mine = ++this.asked;
    const [text, versions] = await Promise.all([textOf(source, version), versionsOf(source)]);
    if (mine !== this.asked) return;
    this.versions = versions;
    this.text = "text" in text ? text.text : null;
    this.etag = "text" in text ? text.etag : undefined;
    this.problem = "text" in text ? "" : text.problem;
  }
}

/** Its address for loading and downloading; null: it is in the conversation itself. */
export function addressOf(source: PreviewSource, version: string | null): string | null {
  if (source.kind === "code") return null;
  if (source.kind === "file") return source.address;
  const query = version === null ? "" : `?version=${encodeURIComponent(version)}`;
  return workspaceHref(source.path) + query;
}

type Read = { text: string; etag?: string } | { problem: string };

async function textOf(source: PreviewSource, version: string | null): Promise<Read> {
  if (source.kind === "code") return { text: source.text };
  if (source.kind === "workspace") {
    const read = await readWorkspaceFile(source.path, { version: version ?? undefined, decode: decodeText });
    return read.ok ? read.value : { problem: read.reason };
  }
  const response = await fetch(source.address).catch(() => null);
  const text = response?.ok ? decodeText(new Uint8Array(await response.arrayBuffer())) : undefined;
  if (text !== undefined) return { text };
  return { problem: t("This can't be loaded right now. Check your connection and open it again.") };
}

async function versionsOf(source: PreviewSource): Promise<FileVersions | null> {
  if (source.kind !== "workspace") return null;
  const read = await listVersions(source.path);
  return read.ok ? read.value : null;
}
