/** Routes of everything with versions: the list of them, one of them, and bringing one back. */
import { z } from "zod";
import { listOf, namedSchema, once } from "../../contract/schema.ts";
import { DifferencesShape, VersionShape } from "../../contract/versions.ts";
import type { Revision } from "../../domain/revision.ts";
import { type ApiContext, defineRoute, type Route } from "./api.ts";
import { History, type HistoryDeps } from "./history.ts";
import { type ReplyOf, reply } from "./reply.ts";
import { versionShapes } from "./versions.ts";

export interface VersionRoutes<Fields, Thing, Shape extends z.ZodType> {
  /** Its plural is the path. */
  kind: "agent" | "room";
  /** Name of the slug in the path. */
  param: string;
  shape: () => Shape;
  fields: () => z.ZodType;
  /** Sentence on bringing a version back, for the description of the API. */
  restoring: string;
  history(context: ApiContext): Omit<HistoryDeps<Fields>, "kind">;
  /** Throws an AppError when the caller may not change the thing. */
  editable(context: ApiContext, slug: string): Promise<Thing>;
  /** Saves the settings as a new version. */
  restore(
    context: ApiContext,
    thing: Thing,
    restored: { fields: Fields; revision: Revision },
  ): Promise<ReplyOf<{ 200: Shape }>>;
}

export function versionRoutes<Fields, Thing, Shape extends z.ZodType>(
  of: VersionRoutes<Fields, Thing, Shape>,
): Route[] {
  const { kind, param } = of;
  const path = `/${kind}s/:${param}`;
  const params = () => z.object({ [param]: z.string().max(100) });
  const slugIn = (given: Readonly<Record<string, unknown>>) => String(given[param]);
  const version = namedSchema(`${kind === "agent" ? "Agent" : "Room"}Version`, VersionShape);
  const historyOf = (context: ApiContext) => new History({ kind, ...of.history(context) });
  return [
    defineRoute({
      method: "get",
      path: `${path}/versions`,
      policy: { who: "member", scope: "read" },
      summary: `Every version of ${kind === "agent" ? "an agent" : "a room"}, the newest first: who made it, when, and what it changed.`,
      params,
      query: versionShapes.page,
      answers: once(() => ({ 200: listOf(version()) })),
      handler: async (context, { params: given, query }) => {
        await of.editable(context, slugIn(given));
        return reply(200, await historyOf(context).page(slugIn(given), query));
      },
    }),
    defineRoute({
      method: "get",
      path: `${path}/versions/:version`,
      policy: { who: "member", scope: "read" },
      summary: "A version, and what it changed; with `against` what is different from that one.",
      params: () => params().extend({ version: versionShapes.inPath() }),
      query: versionShapes.against,
      answers: once(() => ({ 200: version().extend({ fields: of.fields(), ...DifferencesShape().shape }) })),
      handler: async (context, { params: given, query: { against } }) => {
        await of.editable(context, slugIn(given));
        return reply(200, await historyOf(context).beside(slugIn(given), Number(given.version), against));
      },
    }),
    defineRoute({
      method: "post",
      path: `${path}/restore`,
      policy: { who: "member", scope: "write" },
      summary: `Brings a version back, as a new version.${of.restoring}`,
      params,
      body: versionShapes.restore,
      answers: () => ({ 200: of.shape() }),
      handler: async (context, { params: given, body }) => {
        const thing = await of.editable(context, slugIn(given));
        const { fields } = await historyOf(context).get(slugIn(given), body.version);
        const by = context.get("principal").owner;
        const revision = { change: "restored", restored_from: body.version, by } as const;
        return of.restore(context, thing, { fields, revision });
      },
    }),
  ];
}
