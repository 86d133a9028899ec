import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";
import { freePort } from "./test/support/process/free-port.ts";

const node = (name: string, include: string, timeout: number) => ({
  test: {
    name,
    include: [include],
    environment: "node" as const,
    testTimeout: timeout,
    hookTimeout: timeout,
  },
});

/** The Worker's settings name the model's address before the model's server has started. */
process.env["TOLD_MODEL_PORT"] ??= String(await freePort());
const model = `http://127.0.0.1:${process.env["TOLD_MODEL_PORT"]}`;

export default defineConfig({
  test: {
    projects: [
      node("unit", "test/unit/**/*.test.ts", 10_000),
      node("contract", "test/contract/**/*.test.ts", 20_000),
      node("process", "test/process/**/*.test.ts", 120_000),
      node("browser", "test/browser/**/*.test.ts", 120_000),
      {
        plugins: [
          cloudflareTest({
            main: "./test/workers/worker.ts",
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ADMIN_TOKEN: "test-admin-token-0123456789",
                SESSION_SECRET: "test-session-secret-0123456789",
                DEFAULT_MODEL: "offline/nightjar",
                OPENAI_BASE_URL: `${model}/v1`,
                OPENAI_API_KEY: "sk-canary-openai-7f3a91",
                ANTHROPIC_BASE_URL: model,
                ANTHROPIC_API_KEY: "sk-ant-canary-anthropic-5d20c8",
                TEST_MIGRATIONS: await readD1Migrations("./d1-migrations"),
              },
            },
          }),
        ],
        test: {
          name: "workers",
          include: ["test/workers/**/*.test.ts"],
          setupFiles: ["./test/workers/setup.ts"],
          globalSetup: ["./test/support/workers/servers.ts"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
