/** The text of the previewed file, in each of its versions. */

import { decodeText } from "../../../src/domain/text/decode-text.ts";
import {
  type FileVersion,
  listVersions,
  readWorkspaceFile,
  workspaceHref,
} from "../../api/agents/workspace.ts";
import type { PreviewSource } from "../../session/preview.svelte.ts";
import { t } from "../../words/t.ts";

export class PreviewContent {
  text = $state<string | null>(null);
  problem = $state("");
  versions = $state.raw<readonly FileVersion[]>([]);
  private asked = 0;

  /** `version` null: the current one. */
  async load(source: PreviewSource, version: string | null): Promise<void> {
    const mine = ++this.asked;
    const [text, versions] = await Promise.all([textOf(source, version), versionsOf(source)]);
    if (mine !== this.asked) return;
    this.versions = versions;
    this.text = typeof text === "string" ? text : null;
    this.problem = typeof text === "string" ? "" : text.problem;
  }
}

/** Its address for loading and downloading; null: it is in the conversation itself. */
export function addressOf(source: PreviewSource, version: string | null): string | null {
  if (source.kind === "code") return null;
  if (source.kind === "file") return source.address;
  const query = version === null ? "" : `?version=${encodeURIComponent(version)}`;
  return workspaceHref(source.path) + query;
}

async function textOf(source: PreviewSource, version: string | null): Promise<string | { problem: string }> {
  if (source.kind === "code") return source.text;
  if (source.kind === "workspace") {
    const read = await readWorkspaceFile(source.path, { version: version ?? undefined, decode: decodeText });
    return read.ok ? read.value.text : { problem: read.reason };
  }
  const response = await fetch(source.address).catch(() => null);
  const text = response?.ok ? decodeText(new Uint8Array(await response.arrayBuffer())) : undefined;
  if (text !== undefined) return text;
  return { problem: t("This can't be loaded right now. Check your connection and open it again.") };
}

async function versionsOf(source: PreviewSource): Promise<readonly FileVersion[]> {
  if (source.kind !== "workspace") return [];
  const read = await listVersions(source.path);
  return read.ok ? read.value.items : [];
}
