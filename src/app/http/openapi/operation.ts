/** One route as an operation of the description. */
import { z } from "zod";
import { API_ROOT, type Route } from "../api.ts";
import { scopesOf } from "../policy.ts";
import type { Answer } from "../reply.ts";
import type { JsonSchema, JsonSchemas } from "./json-schemas.ts";
import { operationIdOf } from "./operation-id.ts";

export function pathOf({ root, path }: Route): string {
  return `${root ?? API_ROOT}${path.replace(/:(\w+)(\{[^}]*\})?/g, "{$1}")}`;
}

/** The part of the API that the route belongs to. */
function tagOf(route: Route): string {
  return pathOf(route).replace(API_ROOT, "").split("/")[1] ?? "";
}

export function operationOf(route: Route, schemas: JsonSchemas): JsonSchema {
  return {
    operationId: operationIdFor(route),
    tags: [tagOf(route)],
    summary: route.summary,
    ...accessOf(route),
    parameters: [...pathParameters(route), ...queryParameters(route, schemas)],
    ...bodyOf(route, schemas),
    responses: { ...answersOf(route, schemas), ...errorsOf(route) },
  };
}

function operationIdFor(route: Route): string {
  const answer = route.answers()[200];
  const isList = answer instanceof z.ZodObject && "items" in answer.shape;
  return operationIdOf(route.method, pathOf(route).replace(API_ROOT, ""), isList);
}

const WHO = { person: "Whoever is signed in", member: "Members, no guests", admin: "The operator" };

function accessOf({ policy }: Route): JsonSchema {
  if (policy.who === "public") return { security: [] };
  const scopes = scopesOf(policy);
  return {
    description: `${WHO[policy.who]}; an API key with the scope ${scopes.join(" or ")}.`,
    security: [{ bearer: [] }, { session: [] }],
    "x-scopes": scopes,
  };
}

function pathParameters(route: Route): JsonSchema[] {
  const names = [...pathOf(route).matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
  return names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } }));
}

function queryParameters({ query }: Route, schemas: JsonSchemas): JsonSchema[] {
  if (!query) return [];
  const { properties = {}, required = [] } = schemas.taken(query()) as ObjectSchema;
  // Fields that are parsed from any text are described by their output.
  const made = (schemas.answered(query()) as ObjectSchema).properties ?? {};
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema: saysNothing(schema) ? { ...schema, ...made[name] } : schema,
  }));
}

interface ObjectSchema {
  properties?: Record<string, JsonSchema>;
  required?: string[];
}

function saysNothing(schema: JsonSchema): boolean {
  return Object.keys(schema).every((key) => key === "default");
}

const BYTES = { type: "string", format: "binary" };
const FORM = { type: "object", required: ["file"], properties: { file: BYTES } };

/** Bodies that are no JSON, by their type; all others are bytes. */
const SENT: Readonly<Record<string, JsonSchema>> = {
  "multipart/form-data": FORM,
  "application/x-www-form-urlencoded": { type: "object", additionalProperties: { type: "string" } },
};

function bodyOf({ body, takes }: Route, schemas: JsonSchemas): JsonSchema {
  if (takes) {
    const content = takes.map((type) => [type, { schema: SENT[type] ?? BYTES }]);
    return { requestBody: { content: Object.fromEntries(content) } };
  }
  if (!body) return {};
  const schema = schemas.taken(body());
  const required = ((schema as ObjectSchema).required ?? []).length > 0;
  return { requestBody: { required, content: { "application/json": { schema } } } };
}

function answersOf({ answers }: Route, schemas: JsonSchemas): JsonSchema {
  const described = Object.entries(answers()).map(([status, answer]) => {
    const possible: readonly Answer[] = Array.isArray(answer) ? answer : [answer as Answer];
    return [status, responseOf(possible, schemas)];
  });
  return Object.fromEntries(described);
}

const PLAIN: Record<Exclude<Answer, z.ZodType>, string> = {
  stream: "Server-Sent Events",
  file: "The bytes of a file",
  socket: "A WebSocket of events and commands",
  redirect: "Elsewhere: the Location header says where",
  empty: "Done",
};
const TYPE = { stream: "text/event-stream", file: "*/*" };

function responseOf(possible: readonly Answer[], schemas: JsonSchemas): JsonSchema {
  const content: Record<string, JsonSchema> = {};
  for (const answer of possible) {
    if (answer instanceof z.ZodType) content["application/json"] = { schema: schemas.answered(answer) };
    else if (answer === "stream") content[TYPE.stream] = { schema: { type: "string" } };
    else if (answer === "file") content[TYPE.file] = { schema: BYTES };
  }
  const words = possible.map((answer) =>
    answer instanceof z.ZodType ? "What was asked for" : PLAIN[answer],
  );
  return { description: words.join("; or "), ...(Object.keys(content).length > 0 && { content }) };
}

function errorsOf(route: Route): JsonSchema {
  const takesSomething = route.body ?? route.takes;
  const statuses = [
    400,
    ...(route.policy.who === "public" ? [] : [401, 403]),
    ...(route.params ? [404] : []),
    ...(takesSomething ? [413] : []),
    429,
    "default",
  ];
  const own = Object.keys(route.answers());
  const missing = statuses.filter((status) => !own.includes(String(status)));
  return Object.fromEntries(missing.map((status) => [status, { $ref: "#/components/responses/Error" }]));
}
