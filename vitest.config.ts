import { defineConfig } from "vitest/config";
import { answer as readPdf } from "./src/reader/worker.ts";
import { databaseStatements } from "./test/support/database.ts";
import { freePort } from "./test/support/process/free-port.ts";
import { BySeconds } from "./test/support/shares/sequencer.ts";
import { earlyImports } from "./test/support/workers/early-imports.ts";
import { packageAliases } from "./test/support/workers/packages.ts";

const NODE_SUITES = ["unit", "contract", "chaos", "process", "browser"];

/** What is asked for again until it holds: the default of one second is too short where other programs keep all cores busy. */
const patient = { poll: { timeout: 30_000 } };

/** A test that hangs is told of after so long; none takes a tenth of it, but where other programs keep all cores busy. */
const node = (name: string, include: string, timeout: number) => ({
  test: {
    name,
    include: [include],
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
    expect: patient,
  },
});

/** One isolate a thread: to make one for each file takes longer than most of them. None changes what others see. */
const shared = (name: string, include: string) => ({
  test: { ...node(name, include, 60_000).test, isolate: false, pool: "threads" as const },
});

/**
 * These start whole instances: more of them at a time starve each other on a small machine. Each program that they start
 * has its own patience; a hook or a test may start several, the first of them with the database's migrations.
 */
const whole = (name: string, include: string, maxWorkers: number) => {
  const { test } = node(name, include, 240_000);
  return { test: { ...test, maxWorkers } };
};

/** By `--project`: whoever names others alone does without. */
const asked = process.argv.flatMap((word, at, all) => (word === "--project" ? [all[at + 1]] : []));
const isWorkersAsked = asked.length === 0 || asked.some((name) => !NODE_SUITES.includes(name ?? ""));

/** The Worker's settings name these addresses before the servers have started. */
process.env["TOLD_MODEL_PORT"] ??= String(await freePort());
process.env["OIDC_PORT"] ??= String(await freePort());
const model = `http://127.0.0.1:${process.env["TOLD_MODEL_PORT"]}`;

/** The Worker's own suite, in its runtime. The plugin brings wrangler along: a second of computing for whoever only names it. */
async function workers() {
  const { cloudflareTest, readD1Migrations } = await import("@cloudflare/vitest-plugin");
  return {
    plugins: [
      earlyImports(),
      cloudflareTest({
        main: "./test/workers/worker.ts",
        wrangler: { configPath: "./wrangler.toml" },
        miniflare: {
          // The same code as the Worker that reads PDFs, without a second bundle.
          serviceBindings: { READER: (request) => readPdf(request) },
          bindings: {
            ADMIN_TOKEN: "test-admin-token-0123456789",
            SESSION_SECRET: "test-session-secret-0123456789",
            TRUSTED_HEADER: "x-remote-user",
            TRUSTED_PROXY_SECRET: "test-proxy-secret-0123456789",
            OIDC_ISSUER: `http://127.0.0.1:${process.env["OIDC_PORT"]}`,
            OIDC_CLIENT_ID: "nightjar",
            OIDC_CLIENT_SECRET: "test-oidc-secret",
            OIDC_NAME: "Example",
            DEFAULT_MODEL: "offline/nightjar",
            OPENAI_BASE_URL: `${model}/v1`,
            OPENAI_API_KEY: "sk-canary-openai-7f3a91",
            ANTHROPIC_BASE_URL: model,
            ANTHROPIC_API_KEY: "sk-ant-canary-anthropic-5d20c8",
            // Nobody is there, but for the drill's sink, which answers for all that is not on this machine.
            SEARXNG_URL: "http://search.example",
            // It knows no weather: rooms are without.
            WEATHER_BASE_URL: model,
            // Turns are exported where a test sends a trace of its own along, and no others.
            OTEL_EXPORTER_OTLP_ENDPOINT: `${model}/otlp`,
            OTEL_TRACES_SAMPLER_ARG: "0",
            METRICS: "true",
            ACCEPT_COSTS: process.env["ACCEPT_COSTS"] ?? "",
            TEST_MIGRATIONS: await readD1Migrations("./d1-migrations"),
            TEST_DATABASE: [...databaseStatements()],
          },
        },
      }),
    ],
    resolve: { alias: packageAliases },
    test: {
      name: "workers",
      // One isolate for all files: to make one for each takes longer than most of them. The set-up empties the storage.
      isolate: false,
      include: ["test/workers/**/*.test.ts"],
      setupFiles: ["./test/workers/setup.ts"],
      globalSetup: ["./test/support/workers/packages-setup.ts", "./test/support/workers/servers.ts"],
      testTimeout: 120_000,
      hookTimeout: 120_000,
      expect: patient,
    },
  };
}

export default defineConfig({
  test: {
    sequence: { sequencer: BySeconds },
    projects: [
      shared("unit", "test/unit/**/*.test.ts"),
      shared("contract", "test/contract/**/*.test.ts"),
      node("chaos", "test/chaos/**/*.test.ts", 180_000),
      {
        test: {
          ...whole("process", "test/process/**/*.test.ts", 2).test,
          globalSetup: ["./test/support/process/bundles-setup.ts"],
        },
      },
      {
        test: {
          ...whole("browser", "test/browser/**/*.test.ts", 1).test,
          isolate: false,
          globalSetup: ["./test/browser/support/suite-setup.ts"],
        },
      },
      ...(isWorkersAsked ? [await workers()] : []),
    ],
  },
});
