/** Rules for changing an agent or a room: who may, and based on which version. */
import { mayEditAgent } from "../../domain/agent.ts";
import { AppError } from "../../domain/errors.ts";
import type { ApiContext } from "./api.ts";

type Kind = "agent" | "room";

interface Thing {
  slug: string;
  owner: string | null;
  version: number;
}

/**
 * Throws an AppError when the caller may not change the thing, or when it is at another version than the caller named, in
 * the body (`named`) or by `If-Match`.
 */
export function checkEditable(
  context: ApiContext,
  thing: Thing,
  { kind, named }: { kind: Kind; named: number | undefined },
): void {
  if (!mayEditAgent(thing, context.get("principal")))
    throw new AppError(
      "forbidden",
      `Only the operator${thing.owner === null ? "" : " and its owner"} may change the ${kind} "${thing.slug}".`,
    );
  for (const expected of [named, ifMatch(context, kind)])
    if (expected !== undefined && expected !== thing.version) throw changedMeanwhile(kind, thing);
}

/** The version in `If-Match: "3"`; a star fits every version. */
function ifMatch(context: ApiContext, kind: Kind): number | undefined {
  const header = context.req.header("if-match")?.trim();
  if (header === undefined || header === "*") return undefined;
  const version = /^(?:W\/)?"?(\d+)"?$/.exec(header)?.[1];
  if (version === undefined)
    throw new AppError("malformed_request", `If-Match names a version of the ${kind}, for example "3".`);
  return Number(version);
}

export function changedMeanwhile(kind: Kind, { slug, version }: Pick<Thing, "slug" | "version">): AppError {
  return new AppError(
    "conflict",
    `The ${kind} "${slug}" was changed meanwhile: it is at version ${version}. Read it again, and make your change to that.`,
  );
}
