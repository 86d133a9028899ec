/** An import, from the choice of its files to its report. The server goes on when the dialog is closed. */

import type { TakeFields } from "../../../src/contract/imports.ts";
import {
  beginImport,
  type Import,
  previewImport,
  readImport,
  removeImport,
  sendPart,
  startImport,
} from "../../api/imports.ts";
import { conversations } from "../../session/list/conversation-list.svelte.ts";
import { t } from "../../words/t.ts";
import type { ChosenFile } from "./chosen-files.ts";

const AGAIN_MS = 1_000;

export class ImportFlow {
  /** Null: nothing was sent yet. */
  import = $state.raw<Import | null>(null);
  /** Bytes that have arrived. */
  sent = $state(0);
  problem = $state("");
  private timer: ReturnType<typeof setTimeout> | undefined;
  private isLeft = false;
  private readonly isNew: boolean;

  constructor(of: Import | null) {
    this.import = of;
    this.isNew = of === null;
    this.watch();
  }

  async send(files: readonly ChosenFile[]): Promise<void> {
    this.problem = "";
    if (files.length === 0) {
      this.problem = t(
        "There is nothing in it that Nightjar can read. Choose the export, or the home folder.",
      );
      return;
    }
    const begun = await beginImport({ files: files.map(({ path, blob }) => ({ path, size: blob.size })) });
    if (!begun.ok) {
      this.problem = begun.reason;
      return;
    }
    this.import = begun.value;
    await this.sendParts(begun.value, new Blob(files.map(({ blob }) => blob)));
  }

  private async sendParts({ id, part_bytes }: Import, all: Blob): Promise<void> {
    for (let index = 0; index * part_bytes < all.size; index++) {
      if (this.isLeft) return;
      const part = all.slice(index * part_bytes, (index + 1) * part_bytes);
      const done = await sendPart(id, index, part);
      if (!done.ok) return this.fail(done.reason);
      this.sent += part.size;
    }
    this.take(await previewImport(id));
  }

  async start(fields: TakeFields): Promise<void> {
    if (this.import) this.take(await startImport(this.import.id, fields));
  }

  /** The dialog is closed: a new import that nobody has agreed to is removed. */
  leave(): void {
    this.isLeft = true;
    clearTimeout(this.timer);
    const { state, id } = this.import ?? {};
    if (this.isNew && id !== undefined && (state === "receiving" || state === "reading" || state === "ready"))
      void removeImport(id);
  }

  private fail(reason: string): void {
    this.problem = reason;
    if (this.import) void removeImport(this.import.id);
    this.import = null;
    this.sent = 0;
  }

  private take(answer: Awaited<ReturnType<typeof readImport>>): void {
    if (this.isLeft) return;
    if (answer.ok) this.import = answer.value;
    this.problem = answer.ok ? "" : answer.reason;
    if (this.import?.state === "done") void conversations.refresh();
    this.watch();
  }

  private watch(): void {
    const { state, id } = this.import ?? {};
    if (id === undefined || (state !== "reading" && state !== "taking")) return;
    this.timer = setTimeout(async () => this.take(await readImport(id)), AGAIN_MS);
  }
}
