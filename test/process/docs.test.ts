import { readFileSync } from "node:fs";
import { afterAll, beforeAll, expect, it } from "vitest";
import { routesPage } from "../../scripts/api-routes/page.mjs";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";

interface Description {
  paths: Record<string, Record<string, { summary: string; security: unknown[] }>>;
}

let nightjar: Nightjar;
let description: Description;
beforeAll(async () => {
  nightjar = await startNightjar();
  description = await nightjar.request<Description>("GET", "/openapi.json");
});
afterAll(() => nightjar?.dispose());

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), "utf8");

it("docs/api-routes.md is what the running instance says of itself (node scripts/api-routes.mjs writes it)", () => {
  expect(page("api-routes.md")).toBe(routesPage(description));
});

it("docs/api.md names only routes that are there", () => {
  const real = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
  const named = [...page("api.md").matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)[`?]/g)].map(
    (match) => match[1] ?? "",
  );
  const gone = named.filter((route) => !real.includes(route) && !route.includes("openapi.json"));
  expect(gone).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
