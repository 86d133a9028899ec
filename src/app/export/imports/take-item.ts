/** Brings in one item of an import. All of its words are untrusted. */
import { AppError } from "../../../domain/errors.ts";
import type { ImportItem, LeftReason } from "../../../export/item.ts";
import { bringIn } from "../bring-in.ts";
import { pictureStore } from "./pictures.ts";
import type { ImportDeps, ImportWork } from "./work.ts";

export type Outcome = "imported" | "known" | LeftReason;

export class ItemTaker {
  private readonly deps: ImportDeps;
  private readonly work: ImportWork;

  constructor(deps: ImportDeps, work: ImportWork) {
    this.deps = deps;
    this.work = work;
  }

  /** Rejects for a failure that may pass. */
  async take(item: ImportItem): Promise<Outcome> {
    try {
      return await this.taken(item);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.kind === "internal") throw cause;
      return cause.kind === "overloaded" ? "over_quota" : "refused";
    }
  }

  private async taken(item: ImportItem): Promise<Outcome> {
    const { services } = this.deps;
    const { owner } = this.work.record;
    switch (item.kind) {
      case "conversation":
        return bringIn(services, owner, { past: item.value, store: pictureStore(this.deps, this.work) });
      default:
        return "refused";
    }
  }
}
