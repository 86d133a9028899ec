/** Sinks of a server's tool, by its name and the schema of its arguments. */
import { z } from "zod";
import type { Sink } from "../../agent/ports/tool.ts";
import { verbOf } from "../../domain/provenance/acts.ts";
import { isTextName, kindOfName, type NamedKind } from "../../domain/provenance/argument-kinds.ts";
import { isTime } from "../../domain/provenance/normal-form.ts";
import type { ArgumentKind, ArgumentKinds } from "../../domain/provenance/provenance.ts";
import type { McpTool } from "./wire/protocol.ts";

const DEEPEST = 8;
const LONGEST_NAME = 120;

const Schema = z.looseObject({
  type: z.unknown().optional(),
  format: z.string().optional().catch(undefined),
  enum: z.array(z.unknown()).optional().catch(undefined),
  properties: z.record(z.string(), z.unknown()).optional().catch(undefined),
  items: z.unknown().optional(),
});

interface Given extends Sink {
  key: string;
  isNamed: boolean;
}

interface Place {
  path: string;
  key: string;
  schema: unknown;
  depth: number;
}

/**
 * All short arguments count as sinks where none names what the call reaches. `corrected`: the owner's correction of
 * what the schema says.
 */
export function sinksOfTool(
  tool: Pick<McpTool, "name" | "input">,
  input: unknown,
  corrected: ArgumentKinds = {},
): Sink[] {
  const given = givenIn(input, { path: "", key: "", schema: tool.input, depth: 0 }).flatMap((one) =>
    correct(one, corrected),
  );
  const named = given.filter(({ isNamed }) => isNamed);
  const decisive = named.some(({ kind }) => kind !== "amount");
  const chosen = decisive ? named : [...named, ...given.filter((one) => !one.isNamed && isShort(one))];
  const act: Sink = { path: "", kind: "act", value: verbOf(tool.name) };
  return [act, ...chosen.flatMap(({ path, kind, value }) => split({ path, kind, value }))];
}

function correct(given: Given, corrected: ArgumentKinds): Given[] {
  const kind = corrected[given.path.replaceAll(/\[\d+\]/g, "")];
  if (kind === undefined) return [given];
  return kind === "plain" ? [] : [{ ...given, kind, isNamed: true }];
}

interface KnownArgument {
  path: string;
  kind: ArgumentKind;
}

/** The arguments of a tool by its schema, each with what it counts as while nobody corrects it. */
export function argumentsOf({ input }: Pick<McpTool, "input">): KnownArgument[] {
  const known = declaredIn({ path: "", key: "", schema: input, depth: 0 });
  const isDecisive = known.some(({ kind }) => kind !== undefined && kind !== "amount");
  return known.map(({ path, key, kind }) => ({
    path,
    kind: kind ?? (isDecisive || isTextName(key) ? "plain" : "selector"),
  }));
}

function declaredIn({
  path,
  key,
  schema,
  depth,
}: Place): (Omit<Place, "schema" | "depth"> & { kind: ArgumentKind | undefined })[] {
  const { format = "", enum: choices, properties, items } = Schema.safeParse(schema).data ?? {};
  if (choices || depth >= DEEPEST) return [];
  if (items !== undefined) return declaredIn({ path, key, schema: items, depth: depth + 1 });
  if (properties === undefined) return path === "" ? [] : [{ path, key, kind: kindOf(key, format, "") }];
  return Object.entries(properties).flatMap(([name, each]) =>
    declaredIn({ path: path === "" ? name : `${path}.${name}`, key: name, schema: each, depth: depth + 1 }),
  );
}

function givenIn(value: unknown, { path, key, schema, depth }: Place): Given[] {
  const { format = "", enum: choices, properties, items } = Schema.safeParse(schema).data ?? {};
  if (typeof value === "string" || typeof value === "number") {
    if (value === "" || choices) return [];
    const kind = kindOf(key, format, String(value));
    return [{ path, key, kind: kind ?? "selector", isNamed: kind !== undefined, value: String(value) }];
  }
  if (typeof value !== "object" || value === null || depth >= DEEPEST) return [];
  if (Array.isArray(value))
    return value.flatMap((each, index) =>
      givenIn(each, { path: `${path}[${index}]`, key, schema: items, depth: depth + 1 }),
    );
  return Object.entries(value).flatMap(([name, each]) => {
    const at = path === "" ? name : `${path}.${name}`;
    return givenIn(each, { path: at, key: name, schema: properties?.[name], depth: depth + 1 });
  });
}

function kindOf(key: string, format: string, value: string): NamedKind | undefined {
  if (isTextName(key) || isTime(value)) return undefined;
  if (/email$/.test(format)) return "destination";
  if (/^(?:uri|url|iri)|hostname$|^ipv/.test(format)) return "address";
  if (format === "password") return "secret";
  return kindOfName(key);
}

function isShort({ key, value }: Given): boolean {
  return !isTextName(key) && !isTime(value) && value.length <= LONGEST_NAME && !/^\d{1,3}$/.test(value);
}

/** `a@x.example, b@x.example` are two destinations. */
function split(sink: Sink): Sink[] {
  if (sink.kind !== "destination" || !sink.value.includes("@")) return [sink];
  const parts = sink.value.split(/[,;]\s*/).filter((part) => part.trim() !== "");
  return parts.map((value) => ({
    ...sink,
    value: /^[^<>@]*<([^<>\s]+@[^<>\s]+)>$/.exec(value.trim())?.[1] ?? value.trim(),
  }));
}
