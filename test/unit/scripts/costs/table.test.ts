import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { PAGE, readCounted, withCounted } from "../../../../scripts/costs/table.mjs";

test("the page of costs has the figures of the record", () => {
  const page = readFileSync(PAGE, "utf8");
  expect(withCounted(page, readCounted())).toBe(page);
});
