import { cloudflareTest, readD1Migrations } from "@cloudflare/vitest-plugin";
import { defineConfig } from "vitest/config";

const node = (name: string, include: string, timeout: number) => ({
  test: { name, include: [include], environment: "node" as const, testTimeout: timeout, hookTimeout: timeout },
});

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
            wrangler: { configPath: "./wrangler.toml" },
            miniflare: {
              bindings: {
                ADMIN_TOKEN: "test-admin-token-0123456789",
                TEST_MIGRATIONS: await readD1Migrations("./d1-migrations"),
              },
            },
          }),
        ],
        test: {
          name: "workers",
          include: ["test/workers/**/*.test.ts"],
          setupFiles: ["./test/workers/setup.ts"],
          testTimeout: 20_000,
        },
      },
    ],
  },
});
