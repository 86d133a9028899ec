/** Attachments of a draft: each is uploaded as soon as it is chosen. */

import type { SentFile } from "../../thread/outgoing.ts";
import type { PastedText } from "../message/pasted-text.ts";
import type { AttachmentState } from "./upload-attachment.ts";

export interface Attachment {
  key: number;
  file: File;
  /** A local picture of it, while it is attached. */
  preview: string | null;
  state: AttachmentState;
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
    this.begin(attachment);
  }

  retry(attachment: Attachment): void {
    this.change(attachment.key, { status: "uploading" });
    this.begin(attachment);
  }

  remove({ key, preview }: Attachment): void {
    if (preview !== null) URL.revokeObjectURL(preview);
    this.list = this.list.filter((other) => other.key !== key);
  }

  clear(): void {
    for (const attachment of this.list) this.remove(attachment);
  }

  private begin(attachment: Attachment): void {
    const change = (state: AttachmentState) => this.change(attachment.key, state);
    import("./upload-attachment.ts").then(
      ({ uploadAttachment }) => uploadAttachment(attachment.file, change),
      ({ message: reason }: Error) => change({ status: "failed", reason }),
    );
  }

  /** Returns whether it is still attached. */
  private change(key: number, state: AttachmentState): boolean {
    this.list = this.list.map((other) => (other.key === key ? { ...other, state } : other));
    return this.list.some((other) => other.key === key);
  }
}
