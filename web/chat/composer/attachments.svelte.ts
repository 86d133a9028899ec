/** Attachments of a draft: each is uploaded as soon as it is chosen. */
import { hasNoFiles, uploadFile } from "../../api/conversations/files.ts";
import type { SentFile } from "../../thread/outgoing.ts";
import type { PastedText } from "../message/pasted-text.ts";

export interface Attachment {
  key: number;
  file: File;
  /** A local picture of it, while it is attached. */
  preview: string | null;
  state:
    | { status: "uploading" }
    | { status: "ready"; file_id: string }
    /** Goes into the message as text. */
    | { status: "inline"; text: string }
    | { status: "failed"; reason: string };
}

export class Attachments {
  list = $state.raw<readonly Attachment[]>([]);
  private count = 0;

  get isBusy(): boolean {
    return this.list.some(({ state }) => state.status === "uploading");
  }

  get hasFailed(): boolean {
    return this.list.some(({ state }) => state.status === "failed");
  }

  get sent(): SentFile[] {
    return this.list.flatMap(({ file, state }) =>
      state.status === "ready" ? [{ file_id: state.file_id, name: file.name }] : [],
    );
  }

  get inline(): PastedText[] {
    return this.list.flatMap(({ file, state }) =>
      state.status === "inline" ? [{ name: file.name, text: state.text }] : [],
    );
  }

  get names(): PastedText[] {
    return this.list.map(({ file }) => ({ name: file.name, text: "" }));
  }

  add(file: File): void {
    this.count += 1;
    const preview = file.type.startsWith("image/") ? URL.createObjectURL(file) : null;
    const attachment: Attachment = { key: this.count, file, preview, state: { status: "uploading" } };
    this.list = [...this.list, attachment];
    void this.upload(attachment);
  }

  retry(attachment: Attachment): void {
    this.change(attachment.key, { status: "uploading" });
    void this.upload(attachment);
  }

  remove({ key, preview }: Attachment): void {
    if (preview !== null) URL.revokeObjectURL(preview);
    this.list = this.list.filter((other) => other.key !== key);
  }

  clear(): void {
    for (const attachment of this.list) this.remove(attachment);
  }

  private async upload({ key, file }: Attachment): Promise<void> {
    const stored = await uploadFile(file);
    if (stored.ok) return this.change(key, { status: "ready", file_id: stored.value.file_id });
    const isText = file.type.startsWith("text/");
    if (isText && hasNoFiles(stored)) return this.change(key, { status: "inline", text: await file.text() });
    this.change(key, { status: "failed", reason: stored.reason });
  }

  private change(key: number, state: Attachment["state"]): void {
    this.list = this.list.map((other) => (other.key === key ? { ...other, state } : other));
  }
}
