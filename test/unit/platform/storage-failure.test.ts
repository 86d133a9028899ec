import { expect, it } from "vitest";
import { isStorageFailure } from "../../../src/platform/storage-failure.ts";

const WORDLESS = "internal error; reference = oh5b6377k3khos1gcr2i9brh";

it("knows a full disk by the runtime's error without words, and by SQLite's own", () => {
  expect(isStorageFailure(new Error(WORDLESS))).toBe(true);
  expect(isStorageFailure(new Error("D1_ERROR: database or disk is full: SQLITE_FULL"))).toBe(true);
  expect(isStorageFailure(new Error("disk I/O error: SQLITE_IOERR (extended: SQLITE_IOERR_SHMSIZE)"))).toBe(
    true,
  );
});

it("knows it as the cause of a query's failure", () => {
  const ofDatabase = new Error(`D1_ERROR: ${WORDLESS}`, { cause: new Error(WORDLESS) });
  expect(isStorageFailure(new Error("Failed query: select 1", { cause: ofDatabase }))).toBe(true);
});

it("takes a fault of the code for none", () => {
  expect(isStorageFailure(new TypeError("x is undefined"))).toBe(false);
  expect(isStorageFailure(new Error("UNIQUE constraint failed: people.id: SQLITE_CONSTRAINT"))).toBe(false);
  expect(isStorageFailure("SQLITE_FULL")).toBe(false);
});
