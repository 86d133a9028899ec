import { readFileSync } from "node:fs";
import { afterEach, expect, it } from "vitest";
import { type Nightjar, startNightjar } from "../support/process/nightjar.ts";

let nightjar: Nightjar;
afterEach(() => nightjar?.dispose());

it("docs/api.md names every route of the running instance, and no other", async () => {
  nightjar = await startNightjar();
  const { paths } = await nightjar.request<{ paths: Record<string, object> }>("GET", "/openapi.json");
  const real = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replace("/api/v1", "")}`),
  );
  const page = readFileSync(new URL("../../docs/api.md", import.meta.url), "utf8");
  const named = [...page.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`?]*)[`?]/g)].map(
    (match) => match[1] ?? "",
  );
  const distinct = [...new Set(named)].filter((route) => !route.includes("openapi.json"));
  expect(distinct.sort()).toEqual(real.sort());
});
