/** Previews that no answer took over: their messages are deleted. */
import { type Channels, portOf } from "../../../../src/channels/channel.ts";
import type { Source } from "../../../../src/domain/inbound.ts";
import type { Later } from "../../../../src/domain/time/later.ts";
import { type LeftoverRow, Leftovers as Rows } from "../../rows/outgoing/leftovers.ts";
import type { Store } from "../../rows/store.ts";
import { Upkeep } from "./upkeep.ts";

interface LeftoversDeps {
  store: Store;
  channels: Channels;
  later: Later;
}

export class Leftovers {
  private readonly rows: Rows;
  private readonly upkeep: Upkeep<LeftoverRow>;

  constructor({ store, channels, later }: LeftoversDeps) {
    this.rows = new Rows(store.sql);
    this.upkeep = new Upkeep<LeftoverRow>({
      later,
      next: () => this.rows.first(),
      work: ({ target: to, platform_id }, signal) =>
        portOf(channels, to)?.remove?.({ to, platform_id }, signal),
      done: (row) => store.sql.transaction(() => this.rows.remove(row)),
    });
  }

  /** Whether any message is to be deleted. */
  get hasWork(): boolean {
    return this.rows.first() !== undefined;
  }

  /** Part of the commit that it belongs to, if there is one; `sweep` deletes the message. */
  add(target: Source, platform_id: string): void {
    this.rows.add({ target, platform_id });
  }

  sweep(): void {
    this.upkeep.sweep();
  }

  stop(): void {
    this.upkeep.stop();
  }
}
