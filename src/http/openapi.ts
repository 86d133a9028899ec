/** The API's description, made from the route table, so that it can't fall behind. */
import { API_ROOT, type Route } from "./api.ts";

const ERROR = {
  type: "object",
  required: ["error", "reason"],
  properties: { error: { type: "string" }, reason: { type: "string" } },
};

export function describeApi(routes: readonly Route[]) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const route of routes.filter(({ root }) => root === undefined)) {
    const path = `${API_ROOT}${route.path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`;
    paths[path] = { ...paths[path], [route.method]: operationOf(route, path) };
  }
  return {
    openapi: "3.1.0",
    info: { title: "Nightjar", version: "1" },
    components: {
      schemas: { Error: ERROR },
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
    },
    paths,
  };
}

function operationOf(route: Route, path: string) {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
  return {
    summary: route.summary,
    security: route.access === "public" ? [] : [{ bearer: [] }],
    parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
    responses: {
      "2XX": { description: "Done" },
      default: {
        description: "An error, and what to do",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    },
  };
}

/** The description as a route of its own. */
export function openApiRoute(routes: readonly Route[]): Route {
  return {
    method: "get",
    path: "/openapi.json",
    access: "public",
    summary: "This description.",
    handler: (context) => context.json(describeApi(routes)),
  };
}
