/** What the rooms of a conversation need in order to deal with its children. */
import type { ToldDown } from "../../../src/channels/channel.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";

export type ChildPlace = Pick<ChildRow, "id" | "turn_id">;

export interface Family {
  store: Store;
  /** Puts it on its way to a child. Part of the same commit. */
  tell(child: ChildPlace, told: ToldDown): void;
}
