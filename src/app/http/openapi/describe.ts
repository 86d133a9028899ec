/** The API's description, made from the table that serves it, so that it can't fall behind. */
import { z } from "zod";
import { EventShape } from "../../../contract/messages.ts";
import { namedSchema } from "../../../contract/schema.ts";
import { ERROR_KINDS, type Route } from "../api.ts";
import { collectSchemas, type JsonSchema } from "./json-schemas.ts";
import { operationOf, pathOf } from "./operation.ts";

const ErrorShape = namedSchema("Error", () => z.object({ error: z.enum(ERROR_KINDS), reason: z.string() }));

/** An OpenAPI 3.1 document. `origin` is the address of this instance. */
export function describeApi(routes: readonly Route[], origin = "http://127.0.0.1:8787") {
  const schemas = collectSchemas();
  const error = schemas.answered(ErrorShape());
  schemas.answered(EventShape());
  const paths: Record<string, Record<string, JsonSchema>> = {};
  for (const route of routes) {
    const path = pathOf(route);
    paths[path] = { ...paths[path], [route.method]: operationOf(route, schemas) };
  }
  return {
    openapi: "3.1.0" as const,
    info: { title: "Nightjar", version: "1", license: { name: "MIT", identifier: "MIT" } },
    servers: [{ url: origin }],
    paths,
    components: {
      schemas: schemas.components(),
      responses: {
        Error: {
          description: "What is wrong, and what to do",
          content: { "application/json": { schema: error } },
        },
      },
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer", description: "The ADMIN_TOKEN, or an API key." },
        session: { type: "apiKey", in: "cookie", name: "nightjar_session" },
      },
    },
  };
}
