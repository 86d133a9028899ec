/** Changes that make a session's items those of a request: what has stayed is not sent again. */
import type { JsonObject } from "../../wire/json.ts";
import type { WantedItem } from "./items.ts";

export interface SessionItem {
  id: string;
  /** Undefined: it means nothing that a request could want, such as an answer that was cut. */
  key: string | undefined;
}

interface Changes {
  /** Events for the server, in their order. */
  events: JsonObject[];
  /** Items of the session afterwards. */
  items: SessionItem[];
}

/** Mark in the ids of events whose failure changes nothing. */
export const SPARE = "spare_";

/** The place before the first item, in the provider's word. */
const START = "root";

export function changesTo(
  held: readonly SessionItem[],
  wanted: readonly WantedItem[],
  createId: () => string,
): Changes {
  const deleted: JsonObject[] = [];
  const added: JsonObject[] = [];
  const items: SessionItem[] = [];
  let at = 0;
  const drop = (until: number) => {
    for (const { id } of held.slice(at, until)) deleted.push(deletion(id, createId()));
    at = until;
  };
  for (const { key, item } of wanted) {
    const found = held.findIndex((one, index) => index >= at && one.key === key);
    if (found !== -1) drop(found);
    const kept = found === -1 ? undefined : held[at++];
    const id = kept?.id ?? createId();
    if (!kept) added.push(addition(id, items.at(-1)?.id ?? START, item()));
    items.push({ id, key });
  }
  drop(held.length);
  return { events: [...deleted, ...added], items };
}

function deletion(item_id: string, id: string): JsonObject {
  return { type: "conversation.item.delete", event_id: `${SPARE}${id}`, item_id };
}

function addition(id: string, previous_item_id: string, item: JsonObject): JsonObject {
  return { type: "conversation.item.create", previous_item_id, item: { id, ...item } };
}
