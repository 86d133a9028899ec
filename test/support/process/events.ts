/** Which event a test waits for. */
import type { NightjarEvent } from "../../../src/channels/web/wire.ts";

type Of<T extends NightjarEvent["type"]> = Extract<NightjarEvent, { type: T }>;

export function ofType<T extends NightjarEvent["type"]>(type: T): (event: NightjarEvent) => event is Of<T> {
  return (event): event is Of<T> => event.type === type;
}

export const isEnd = ofType("turn_end");

export const isParked = (event: NightjarEvent) => event.type === "state" && event.state === "parked";

/** The text shown so far contains it. */
export function saying(text: string): (event: NightjarEvent) => boolean {
  let said = "";
  return (event) => {
    if (event.type === "text") said += event.delta;
    return said.includes(text);
  };
}
