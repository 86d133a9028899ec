/** Pieces of inbound messages that several routes build. */
import type { Inbound } from "../domain/inbound.ts";
import type { Part } from "../domain/message.ts";
import type { Address } from "../routing/address.ts";
import type { Arrival } from "../routing/front-door.ts";
import type { ApiContext } from "./api.ts";

/** The media type is looked up when the file is needed. */
export function fileParts(files: { file_id: string }[] | undefined): Part[] {
  return (files ?? []).map(({ file_id }) => ({ type: "file", file_id, media_type: "" }));
}

/** From whoever is signed in. */
export function arrivalOf(context: ApiContext, to: Address, inbound: Inbound): Arrival {
  const background = (work: Promise<unknown>) => context.executionCtx.waitUntil(work);
  return { principal: context.get("principal"), to, inbound, background };
}
