/** One kind of software that others wrote, tried against a real instance. */
import type { Nightjar } from "../support/process/nightjar.ts";

export interface Kind {
  /** `package`, or what it is. */
  name: string;
  /** What was seen. Throws where it does not hold. */
  hold(world: World): Promise<string>;
}

export interface World {
  nightjar: Nightjar;
  /** Run at the end, the last one first. */
  atEnd(end: () => unknown): void;
  /** Says it and waits until the turn rests; what waits for a person's yes gets it. */
  tell(message: string, more?: object): Promise<Told>;
}

export interface Told {
  conversation_id: string;
  status: string;
  reply: string;
  /** Why it failed, as it stands in the answer. */
  reason: string | undefined;
  /** Of the tools that it called. */
  results: { name: string; content: string; is_error: boolean }[];
}

export function check(holds: boolean, otherwise: string): void {
  if (!holds) throw new Error(otherwise.slice(0, 400));
}
