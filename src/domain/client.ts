/** Client of an input: a person's own words, or the programs that speak for that person through the HTTP API. */
import type { Source } from "./inbound.ts";

export function isProgram({ channel, is_live }: Pick<Source, "channel" | "is_live">): boolean {
  return channel === "http" && is_live !== true;
}

/** Key by which turns are counted fairly. A person's programs never share it with the person. */
export function clientOf(source: Pick<Source, "channel" | "is_live">, person: string): string {
  return isProgram(source) ? `${person} programs` : person;
}
