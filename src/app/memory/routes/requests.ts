/** Parts that all routes of memory share: who may call them, whose memory they reach, pages. */
import { z } from "zod";
import { trust } from "../../../contract/memory/fields.ts";
import { definedOf } from "../../../domain/defined.ts";
import { AppError } from "../../../domain/errors.ts";
import type { Scope } from "../../../memory/ports/model.ts";
import type { PageRequest } from "../../../memory/ports/stores.ts";
import { cursorOf } from "../../../storage/d1/memory/paging.ts";
import type { ApiContext } from "../../http/api.ts";
import { flag, limit } from "../../http/query.ts";
import { servicesOf } from "../services.ts";

export const READ = { who: "member", scope: "read" } as const;
export const WRITE = { who: "member", scope: "write" } as const;

/** Path parameters of the routes that name one item. */
export const ofItem = () => z.object({ id: z.string().max(200) });

export const PageQuery = () => ({
  cursor: z.string().max(200).optional(),
  limit: limit({ usual: 50, most: 200 }),
});

/** Query of a removal by name: of its two values the one that holds, or the one that waits; both if `trust` is absent. */
export const RemoveQuery = () => z.object({ final: flag, trust: trust.optional() });

export function ownerOf(context: ApiContext): string {
  return context.get("principal").owner;
}

/** All memory of a person, that of rooms and agents too. */
export async function ownScopes(context: ApiContext, wanted?: Scope): Promise<Scope[]> {
  if (wanted !== undefined) return [wanted];
  const scopes = await servicesOf(context).memory.passages.scopes(ownerOf(context));
  return [...new Set<Scope>(["person", ...scopes])];
}

export function missing(what: string, id: string): AppError {
  return new AppError("resource_not_found", `There is no ${what} ${id} in your memory.`);
}

/** Asks for one item more than the page shows, which tells whether there is another page. */
export function pageRequestOf({
  cursor,
  limit,
}: {
  cursor?: string | undefined;
  limit: number;
}): PageRequest {
  return definedOf({ limit: limit + 1, cursor });
}

/** Cuts a page out of a result that was asked for with one item more. */
export function pageOf<T extends { id: string }, V>(
  rows: readonly T[],
  size: number,
  { time, view }: { time(row: T): number; view(row: T): V },
): { items: V[]; next_cursor: string | null } {
  const shown = rows.slice(0, size);
  const last = shown.at(-1);
  const more = rows.length > size && last !== undefined;
  return { items: shown.map(view), next_cursor: more ? cursorOf(time(last), last.id) : null };
}
