/** The store and a way to reach children, for code that deals with a conversation's children. */
import type { MessageToChild } from "../../../src/channels/channel.ts";
import type { ChildRow } from "../rows/children.ts";
import type { Store } from "../rows/store.ts";

export type ChildPlace = Pick<ChildRow, "id" | "turn_id">;

export interface Family {
  store: Store;
  /** Sends something to a child. Part of the same commit. */
  tell(child: ChildPlace, message: MessageToChild): void;
}
