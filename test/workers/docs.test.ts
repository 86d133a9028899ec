import { expect, it } from "vitest";
import apiPage from "../../docs/api.md";
import allRoutes from "../../docs/api-routes.md";
import { routesPage } from "../../scripts/api-routes/page.mjs";
import { describeApi } from "../../src/app/http/openapi/describe.ts";
import { tableOf } from "../../src/app/http/openapi/table.ts";
import { PARTS } from "../../src/app/list.ts";

interface Description {
  paths: Record<string, Record<string, { operationId: string; summary: string; security: unknown[] }>>;
}

/** Describes the product's own parts: the Worker under test has one more. */
const description = describeApi(
  tableOf(PARTS.flatMap((part) => part.routes ?? [])),
) as unknown as Description;

it("docs/api-routes.md is what the Worker says of itself (node scripts/api-routes.mjs writes it)", () => {
  expect(allRoutes).toBe(routesPage(description));
});

it("docs/api.md names only routes that are there", () => {
  const real = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
  const named = [...apiPage.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)[`?]/g)].map(
    (match) => match[1] ?? "",
  );
  const gone = named.filter((route) => !real.includes(route) && !route.includes("openapi.json"));
  expect(gone).toEqual([]);
  expect(named.length).toBeGreaterThan(20);
});
