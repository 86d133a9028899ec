/**
 * The product's routes, each held to the answers that it declares: one that answers something else fails here with 500 and
 * says what is different. So the API's description is as true as the tests are many.
 */
import { z } from "zod";
import type { Route } from "../../src/app/http/api.ts";
import type { Answer } from "../../src/app/http/reply.ts";
import type { Part } from "../../src/app/part.ts";

export function truthful(parts: readonly Part[]): Part[] {
  return parts.map((part) => (part.routes ? { ...part, routes: part.routes.map(held) } : part));
}

function held(route: Route): Route {
  return {
    ...route,
    handler: async (context) => {
      const response = await route.handler(context);
      const problem = await untruthOf(route, response);
      if (problem === undefined) return response;
      const reason = `${route.method.toUpperCase()} ${route.path} ${problem}`;
      console.error(reason);
      return Response.json({ error: "internal", reason }, { status: 500 });
    },
  };
}

async function untruthOf(route: Route, response: Response): Promise<string | undefined> {
  const declared = route.answers()[response.status];
  if (declared === undefined)
    return response.status < 400 ? `answers ${response.status}, which it does not declare` : undefined;
  const possible: readonly Answer[] = Array.isArray(declared) ? declared : [declared as Answer];
  const isJson = response.headers.get("content-type")?.includes("application/json") ?? false;
  const schemas = possible.filter((each) => each instanceof z.ZodType);
  if (!isJson)
    return schemas.length === possible.length ? "declares JSON, and answers something else" : undefined;
  if (schemas.length === 0) return possible.includes("file") ? undefined : "answers JSON without a schema";
  const json: unknown = await response.clone().json();
  const problems = schemas.map((schema) => differenceOf(schema, json));
  return problems.includes(undefined) ? undefined : problems.join("; or ");
}

/** A field that the schema lacks is dropped by it, and so is missed here. */
function differenceOf(schema: z.ZodType, json: unknown): string | undefined {
  const result = schema.safeParse(json);
  if (!result.success) return z.prettifyError(result.error);
  const lost = lostIn(json, result.data, "");
  return lost.length > 0 ? `answers ${lost.join(", ")}, which its schema does not have` : undefined;
}

function lostIn(json: unknown, parsed: unknown, path: string): string[] {
  if (typeof json !== "object" || json === null || typeof parsed !== "object" || parsed === null) return [];
  return Object.entries(json).flatMap(([name, value]) =>
    name in parsed
      ? lostIn(value, (parsed as Record<string, unknown>)[name], `${path}${name}.`)
      : [`${path}${name}`],
  );
}
