/** Validates the files of a version, which are untrusted: which must exist, and what they declare. */
import { z } from "zod";
import type { JsonSchema } from "../../agent/ports/model.ts";
import { sha256Hex } from "../../platform/digest.ts";
import { schemaProblems } from "../schema/rules.ts";
import type { CapabilityDeclaration, CapabilityFiles, CapabilityLimits } from "./capability.ts";
import { boundSecrets, secretProblems } from "./secret-uses.ts";

export const NAME = /^[a-z][a-z0-9_]{1,47}$/;
export const NAME_RULE = "a name has 2 to 48 small letters, digits and _, and begins with a letter";

const MAIN = ["main.ts", "main.js"] as const;
const TESTS = ["test.ts", "test.js"] as const;
const OTHERS = ["package.json", "manifest.json", "RUN.md"] as const;
const ALLOWED: readonly string[] = [...MAIN, ...TESTS, ...OTHERS];
const MOST_CHARS = 200_000;

const DEFAULT_LIMITS: CapabilityLimits = { compute_ms: 2_000, wait_ms: 30_000, memory_mb: 64, requests: 10 };

const HOST = /^(?=.{1,253}(:|$))[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)*(:\d{1,5})?$/;
const SECRET = /^[A-Z][A-Z0-9_]{0,63}(@[a-z0-9.-]{1,253}(:\d{1,5})?)?$/;

const Limits = z.strictObject({
  compute_ms: z.number().int().min(50).max(5_000).default(DEFAULT_LIMITS.compute_ms),
  wait_ms: z.number().int().min(100).max(60_000).default(DEFAULT_LIMITS.wait_ms),
  memory_mb: z.number().int().min(8).max(64).default(DEFAULT_LIMITS.memory_mb),
  requests: z.number().int().min(0).max(30).default(DEFAULT_LIMITS.requests),
});
const Package = z.looseObject({
  dependencies: z.record(z.string(), z.unknown()).optional(),
  nightjar: z
    .strictObject({
      hosts: z
        .array(
          z
            .string()
            .regex(HOST, "a host is a name in small letters, with a port if need be: api.example.com"),
        )
        .max(10)
        .default([]),
      secrets: z
        .array(
          z
            .string()
            .regex(
              SECRET,
              "a secret has a name in capitals, with the host it goes to: WEATHER_KEY@api.example.com",
            ),
        )
        .max(20)
        .default([]),
      limits: Limits.prefault({}),
    })
    .prefault({}),
});
const Schema = z.record(z.string(), z.unknown());
const Manifest = z.looseObject({
  name: z.string(),
  description: z
    .string()
    .trim()
    .min(10, "say in a line what it does")
    .max(300)
    .regex(/^[^\r\n]*$/, "one line"),
  input_schema: Schema,
  output_schema: Schema.nullish(),
  tags: z.array(z.string().trim().min(1).max(40)).max(10).default([]),
});

export interface OpenedBundle {
  declared: CapabilityDeclaration;
  main: { path: string; code: string };
  tests: { path: string; code: string };
  run_md: string;
}

type OpenBundleResult = { ok: true; bundle: OpenedBundle } | { ok: false; problems: string[] };

export function openBundle(name: string, files: CapabilityFiles): OpenBundleResult {
  const misplaced = fileProblems(files);
  if (misplaced.length > 0) return { ok: false, problems: misplaced };
  const pack = parsed(Package, files, "package.json");
  const manifest = parsed(Manifest, files, "manifest.json");
  const problems = [
    ...pack.problems,
    ...manifest.problems,
    ...(pack.value ? packageProblems(pack.value) : []),
    ...(manifest.value ? manifestProblems(name, manifest.value) : []),
  ];
  if (!pack.value || !manifest.value || problems.length > 0) return { ok: false, problems };
  const bundle = {
    declared: declaredOf(pack.value, manifest.value),
    main: sourceOf(files, MAIN),
    tests: sourceOf(files, TESTS),
    run_md: files["RUN.md"] ?? "",
  };
  return { ok: true, bundle };
}

function fileProblems(files: CapabilityFiles): string[] {
  const paths = Object.keys(files);
  const total = Object.values(files).reduce((sum, text) => sum + text.length, 0);
  const one = (choices: readonly string[]) =>
    choices.filter((path) => Object.hasOwn(files, path)).length === 1
      ? []
      : [`There must be exactly one of ${choices.join(" and ")}.`];
  return [
    ...paths
      .filter((path) => !ALLOWED.includes(path))
      .map((path) => `${path} has no place: a capability has ${ALLOWED.join(", ")}.`),
    ...one(MAIN),
    ...one(TESTS),
    ...OTHERS.filter((path) => !files[path]?.trim()).map((path) => `${path} is missing or empty.`),
    ...(total > MOST_CHARS ? [`The files have ${total} characters; ${MOST_CHARS} is the most.`] : []),
  ];
}

function parsed<S extends z.ZodType>(
  schema: S,
  files: CapabilityFiles,
  path: string,
): { value?: z.output<S>; problems: string[] } {
  let value: unknown;
  try {
    value = JSON.parse(files[path] ?? "");
  } catch (error) {
    return { problems: [`${path} is not JSON: ${error instanceof Error ? error.message : String(error)}`] };
  }
  const result = schema.safeParse(value);
  if (result.success) return { value: result.data, problems: [] };
  return {
    problems: result.error.issues.map(
      ({ path: at, message }) => `${path}: ${at.join(".") || "it"}: ${message}`,
    ),
  };
}

function packageProblems({ dependencies, nightjar }: z.output<typeof Package>): string[] {
  const wanted = Object.keys(dependencies ?? {});
  if (wanted.length === 0) return secretProblems(nightjar);
  return [`package.json: there are no packages here: write what you need of ${wanted.join(", ")} yourself.`];
}

function manifestProblems(name: string, manifest: z.output<typeof Manifest>): string[] {
  const { input_schema, output_schema } = manifest;
  return [
    ...(manifest.name === name ? [] : [`manifest.json: the name must be ${name}.`]),
    ...schemaProblems(input_schema, "object").map((problem) => `manifest.json: input_schema: ${problem}`),
    ...(output_schema ? schemaProblems(output_schema) : []).map(
      (problem) => `manifest.json: output_schema: ${problem}`,
    ),
  ];
}

function declaredOf(
  { nightjar }: z.output<typeof Package>,
  manifest: z.output<typeof Manifest>,
): CapabilityDeclaration {
  const { description, input_schema, output_schema, tags } = manifest;
  return {
    description,
    input_schema: input_schema as JsonSchema,
    output_schema: output_schema ?? null,
    tags: distinct(tags),
    hosts: distinct(nightjar.hosts),
    secrets: distinct(nightjar.hosts.length > 0 ? boundSecrets(nightjar) : nightjar.secrets),
    limits: nightjar.limits,
  };
}

function sourceOf(files: CapabilityFiles, choices: readonly string[]): { path: string; code: string } {
  const path = choices.find((choice) => Object.hasOwn(files, choice)) ?? "";
  return { path, code: files[path] ?? "" };
}

function distinct(values: readonly string[]): string[] {
  return [...new Set(values)].sort();
}

/** SHA-256 over paths and texts. */
export async function digestOf(files: CapabilityFiles): Promise<string> {
  const entries = Object.entries(files).sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify(entries));
}
