/** The contract at the Worker: an answer that is not what its schema says does not compile. */
import { expect, it } from "vitest";
import { z } from "zod";
import { defineRoute } from "../../../src/app/http/api.ts";
import { reply } from "../../../src/app/http/reply.ts";

const plants = {
  method: "get",
  path: "/plants",
  policy: { who: "public" },
  summary: "Plants.",
  answers: () => ({ 200: z.object({ plants: z.array(z.string()) }), 204: "empty" as const }),
} as const;

it("holds a handler to the fields, the types and the statuses that its route declares", () => {
  const routes = [
    defineRoute({ ...plants, handler: () => reply(200, { plants: ["fern"] }) }),
    // @ts-expect-error the field has another name
    defineRoute({ ...plants, handler: () => reply(200, { flowers: ["fern"] }) }),
    // @ts-expect-error the field has another type
    defineRoute({ ...plants, handler: () => reply(200, { plants: 1 }) }),
    // @ts-expect-error the status is not declared
    defineRoute({ ...plants, handler: () => reply(201, { plants: ["fern"] }) }),
  ];
  expect(routes).toHaveLength(4);
});
