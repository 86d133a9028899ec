/** Collects tool calls from their deltas: by index, or by id where a server gives every call the same index. */
import type { CollectedCall } from "../wire/answer.ts";
import type { JsonObject } from "../wire/json.ts";
import { isObject, objectIn, textIn } from "../wire/json.ts";

interface Slot {
  /** The server's index of the call. */
  index: unknown;
  /** The server's id of the call; empty until it is sent. */
  id: string;
  call: CollectedCall;
}

export interface CallCollector {
  add(deltas: readonly JsonObject[]): void;
  calls(): CollectedCall[];
  readonly hasCalls: boolean;
  /** Data that a server wants back with each call, by position. */
  extras: (JsonObject | null)[];
}

export function createCallCollector(createCallId: () => string): CallCollector {
  const slots: Slot[] = [];
  const extras: (JsonObject | null)[] = [];

  function slotFor(delta: JsonObject): Slot {
    const id = textIn(delta, "id");
    const index = delta["index"] ?? unnumberedIndex(id, textIn(objectIn(delta, "function") ?? {}, "name"));
    const known = slots.findLast((slot) => slot.index === index);
    if (known && (id === "" || known.id === "" || known.id === id)) {
      known.id ||= id;
      return known;
    }
    const slot: Slot = { index, id, call: { call_id: id, name: "", pieces: [], complete: true } };
    slots.push(slot);
    extras.push(null);
    return slot;
  }

  /** A delta without an index belongs to the call with its id; without an id, a second name begins another call. */
  function unnumberedIndex(id: string, name: string): unknown {
    const named = id === "" ? undefined : slots.findLast((slot) => slot.id === id);
    if (named) return named.index;
    const last = slots.at(-1);
    const beginsAnother = id !== "" || (name !== "" && last !== undefined && last.call.name !== "");
    return beginsAnother ? slots.length : last?.index;
  }

  return {
    extras,
    get hasCalls() {
      return slots.length > 0;
    },
    add(deltas) {
      for (const delta of deltas) {
        const slot = slotFor(delta);
        const named = objectIn(delta, "function") ?? {};
        // Some models write the namespace of their chat template into the name.
        slot.call.name ||= textIn(named, "name").replace(/^functions\./, "");
        const piece = argumentsOf(named);
        if (piece !== "") slot.call.pieces.push(piece);
        const extra = objectIn(delta, "extra_content");
        if (extra) extras[slots.indexOf(slot)] = extra;
      }
    },
    calls: () => slots.map(({ id, call }) => ({ ...call, call_id: id || createCallId() })),
  };
}

/** A string, or with some servers the object itself. */
function argumentsOf(named: JsonObject): string {
  const given = named["arguments"];
  return isObject(given) ? JSON.stringify(given) : textIn(named, "arguments");
}
