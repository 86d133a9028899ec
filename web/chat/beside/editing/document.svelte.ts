/** A person's edit of the shown document: what is written, and how it is saved as a new version. */
import { writeWorkspaceFile } from "../../../api/agents/workspace.ts";
import type { ApiFailure } from "../../../api/http.ts";
import type { PreviewSource } from "../../../session/preview-source.ts";
import { tell } from "../../../ui/overlays/toasts.svelte.ts";
import { t } from "../../../words/t.ts";
import { pathsFor } from "./document-paths.ts";

type Editable = Exclude<PreviewSource, { kind: "file" }>;

type Filed = { ok: true; source: Extract<Editable, { kind: "workspace" }> } | ApiFailure;

const CONFLICT = 409;

export class DocumentEdit {
  words = $state("");
  private saved = $state("");
  isSaving = $state(false);
  /** Somebody has written the file since it was read here. */
  isOvertaken = $state(false);
  private etag: string | undefined;

  get isChanged(): boolean {
    return this.words !== this.saved;
  }

  /** Takes the content over as it was read, unless the person has changed theirs: then they decide. */
  follow(text: string, etag: string | undefined): void {
    const isNew = etag !== this.etag || this.etag === undefined;
    if (this.isChanged && isNew) this.isOvertaken = true;
    else if (!this.isChanged) this.take(text, etag);
  }

  /** Drops what was written in favour of this content. */
  take(text: string, etag: string | undefined): void {
    this.words = this.saved = text;
    this.etag = etag;
    this.isOvertaken = false;
  }

  /**
   * Returns the file that was written; undefined when it failed, which is told. `over`: writes over whatever is there,
   * which is kept as an earlier version.
   */
  async save(
    source: Editable,
    conversation: string,
    { over = false } = {},
  ): Promise<PreviewSource | undefined> {
    this.isSaving = true;
    const { words } = this;
    const done = await this.written(source, { words, conversation, over });
    this.isSaving = false;
    if (!done.ok) {
      if (done.status === CONFLICT) this.isOvertaken = true;
      else tell(done.reason, { level: "error" });
      return undefined;
    }
    this.saved = words;
    this.isOvertaken = false;
    tell(t("Saved."));
    return done.source;
  }

  private async written(
    source: Editable,
    { words, conversation, over }: { words: string; conversation: string; over: boolean },
  ): Promise<Filed> {
    const file: Filed = source.kind === "workspace" ? { ok: true, source } : await this.filed(source);
    if (!file.ok) return file;
    const done = await writeWorkspaceFile(file.source.path, blobOf(words), {
      typed: true,
      conversation,
      ...(this.etag !== undefined && !over && { etag: this.etag }),
    });
    if (!done.ok) return done;
    this.etag = done.value.etag;
    return file;
  }

  /** Code of an answer becomes a file first, as the agent wrote it, so that both versions can be compared. */
  private async filed(source: Extract<Editable, { kind: "code" }>): Promise<Filed> {
    let last: ApiFailure = { ok: false, status: 0, error: "conflict", reason: t("No free name was found.") };
    for (const path of pathsFor(source)) {
      const made = await writeWorkspaceFile(path, blobOf(source.text), { etag: null });
      if (made.ok) {
        this.etag = made.value.etag;
        return { ok: true, source: { kind: "workspace", path } };
      }
      last = made;
      if (made.status !== CONFLICT) break;
    }
    return last;
  }
}

function blobOf(text: string): Blob {
  return new Blob([text], { type: "text/plain" });
}
