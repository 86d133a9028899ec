/** The whole table of routes, with the one that describes it. */
import { z } from "zod";
import { defineRoute, type Route } from "../api.ts";
import { reply } from "../reply.ts";

/** Routes, and one that describes them all. The description is made when it is first asked for. */
export function tableOf(routes: readonly Route[]): Route[] {
  let made: Promise<object> | undefined;
  const table: Route[] = [
    ...routes,
    defineRoute({
      method: "get",
      path: "/openapi.json",
      policy: { who: "public" },
      summary: "This description.",
      answers: () => ({ 200: z.looseObject({ openapi: z.literal("3.1.0") }) }),
      handler: async (context) => {
        made ??= import("./describe.ts").then(({ describeApi }) => describeApi(table));
        const servers = [{ url: new URL(context.req.url).origin }];
        return reply(200, { openapi: "3.1.0", ...(await made), servers });
      },
    }),
  ];
  return table;
}
