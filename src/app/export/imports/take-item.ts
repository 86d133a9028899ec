/** Brings in one item of an import. All of its words are untrusted. */
import { AppError } from "../../../domain/errors.ts";
import type { ImportItem } from "../../../export/item.ts";
import { bringIn } from "../bring-in.ts";
import { pictureStore } from "./pictures.ts";
import { type TakeOutcome, takeAgent, takeMemory, takeSchedule, takeSkill } from "./take-belongings.ts";
import type { ImportDeps, ImportWork } from "./work.ts";

export class ItemTaker {
  private readonly deps: ImportDeps;
  private readonly work: ImportWork;

  constructor(deps: ImportDeps, work: ImportWork) {
    this.deps = deps;
    this.work = work;
  }

  /** Rejects for a failure that may pass. */
  async take(item: ImportItem): Promise<TakeOutcome> {
    try {
      return await this.taken(item);
    } catch (cause) {
      if (!(cause instanceof AppError) || cause.kind === "internal") throw cause;
      return "refused";
    }
  }

  private async taken(item: ImportItem): Promise<TakeOutcome> {
    const { services } = this.deps;
    const { record } = this.work;
    switch (item.kind) {
      case "conversation":
        return bringIn(services, record.owner, {
          past: item.value,
          store: pictureStore(this.deps, this.work),
        });
      case "agent":
        return takeAgent(services, record, item.value);
      case "memory":
        return takeMemory(services, record, item.value);
      case "skill":
        return takeSkill(services, record, item.value);
      default:
        return takeSchedule(services, record, item.value);
    }
  }
}
