/** Brings in one item of an import. All of its words are untrusted. */
import { AppError } from "../../../domain/errors.ts";
import type { ImportItem } from "../../../export/item.ts";
import { bringIn } from "../bring-in.ts";
import { pictureStore } from "./pictures.ts";
import type { TakeOutcome } from "./slugs.ts";
import { textOfSource } from "./source-files.ts";
import { takeAgent, takeMemory, takeSchedule, takeSkill } from "./take-belongings.ts";
import {
  takeAgentFile,
  takeCapability,
  takeFile,
  takeHook,
  takePreferences,
  takePrompt,
  takeRoom,
} from "./take-own.ts";
import { takeReplaySet } from "./take-replay-set.ts";
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
          find: (key) => textOfSource(this.work, key),
        });
      case "agent":
        return item.value.file === undefined
          ? takeAgent(services, record, item.value)
          : takeAgentFile(services, record, item.value);
      case "memory":
        return takeMemory(services, record, item.value);
      case "skill":
        return takeSkill(services, record, item.value);
      case "prompt":
        return takePrompt(services, record, item.value);
      case "room":
        return takeRoom(services, record, item.value);
      case "capability":
        return takeCapability(services, record, item.value);
      case "hook":
        return takeHook(services, record, item.value);
      case "workspace_file":
        return takeFile(services, this.work, item.value);
      case "replay_set":
        return takeReplaySet(services, this.work, item.value);
      case "preferences":
        return takePreferences(services, record, item.value);
      default:
        return takeSchedule(services, record, item.value);
    }
  }
}
