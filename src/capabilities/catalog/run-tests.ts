/** Runs the tests of a version in a fresh sandbox, without a network. */
import { z } from "zod";
import type { Sandbox, SandboxResult } from "../../sandbox/port.ts";
import { mismatches } from "../schema/validate.ts";
import type { OpenedBundle } from "./bundle.ts";
import { TEST_HARNESS } from "./harness.ts";
import type { TestReport } from "./port.ts";

export interface TestDeps {
  sandbox: Sandbox;
  /** Strips types from a source; may throw a SyntaxError. */
  loadTypeStripper(): Promise<(code: string) => string>;
}

interface TestRun {
  tests: TestReport[];
  console: string[];
  /** Empty: all tests passed, and they called the capability. */
  problems: string[];
}

/** Limits of all tests together. */
const LIMITS = { compute_ms: 5_000, wait_ms: 30_000, output_chars: 50_000, host_calls: 500 };
const MOST_TESTS = 100;
const LONGEST_LINE = 2_000;

const Reports = z
  .array(z.object({ name: z.string().max(200), ok: z.boolean(), problem: z.string().optional() }))
  .max(MOST_TESTS);

export async function runTests(deps: TestDeps, bundle: OpenedBundle): Promise<TestRun> {
  const sources = await sourcesOf(deps, bundle);
  if (!sources.ok) return { tests: [], console: [], problems: [sources.problem] };
  const calls = { count: 0 };
  const result = await deps.sandbox.run({
    language: "javascript",
    code: TEST_HARNESS,
    modules: sources.modules,
    entry: { kind: "module", args: { hosts: bundle.declared.hosts } },
    host: { called: async (args) => counted(calls, bundle, args) },
    limits: { ...LIMITS, memory_bytes: bundle.declared.limits.memory_mb * 1024 * 1024 },
    signal: AbortSignal.timeout(LIMITS.wait_ms + 5_000),
  });
  const printed = result.console.map(({ text }) => text.slice(0, LONGEST_LINE)).slice(0, 100);
  return { ...judged(result, calls.count), console: printed };
}

type Sources = { ok: true; modules: Record<string, string> } | { ok: false; problem: string };

async function sourcesOf(deps: TestDeps, { main, tests }: OpenedBundle): Promise<Sources> {
  const modules: Record<string, string> = {};
  for (const [name, { path, code }] of [
    ["./capability.js", main],
    ["./tests.js", tests],
  ] as const) {
    try {
      modules[name] = await javascriptOf(deps, path, code);
    } catch (error) {
      return { ok: false, problem: `${path}: ${error instanceof Error ? error.message : String(error)}` };
    }
  }
  return { ok: true, modules };
}

/** Throws a SyntaxError. */
async function javascriptOf(
  { loadTypeStripper }: Pick<TestDeps, "loadTypeStripper">,
  path: string,
  code: string,
): Promise<string> {
  return path.endsWith(".ts") ? (await loadTypeStripper())(code) : code;
}

/** Throws inside the test for arguments that no agent could send: such a test proves nothing. */
function counted(calls: { count: number }, { declared }: OpenedBundle, args: unknown): void {
  const wrong = mismatches(declared.input_schema, args);
  if (wrong.length > 0) throw new Error(`these arguments don't fit the input_schema: ${wrong.join("; ")}`);
  calls.count++;
}

function judged(result: SandboxResult, calls: number): Omit<TestRun, "console"> {
  if (!result.ok) return { tests: [], problems: [`The tests did not end: ${result.reason}`] };
  const tests = reportsOf(result.value);
  if (!tests) return { tests: [], problems: ["The tests returned no readable report."] };
  const failed = tests.filter(({ ok }) => !ok);
  const problems = failed.map(({ name, problem }) => `The test ${name} failed: ${problem ?? "no reason"}`);
  if (tests.length === 0)
    problems.push("There are no tests: each exported function of the test file is one.");
  else if (calls === 0) problems.push("The tests never run the capability: call t.run(args) in them.");
  return { tests, problems };
}

function reportsOf(value: string): TestReport[] | undefined {
  try {
    const reports = Reports.safeParse(JSON.parse(value));
    if (!reports.success) return undefined;
    return reports.data.map(({ name, ok, problem }) => ({
      name,
      ok,
      ...(problem !== undefined && { problem: problem.slice(0, LONGEST_LINE) }),
    }));
  } catch {
    // A program may have replaced the report with anything.
    return undefined;
  }
}
