import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { describe, expect, it } from "vitest";
import measured from "../../support/shares/seconds.json" with { type: "json" };
import { sharesOf } from "../../support/shares/shares.ts";

describe("the shares of a suite", () => {
  const files = Array.from({ length: 60 }, (_, number) => `test/${number}.test.ts`);
  const seconds = { "test/7.test.ts": 40, "test/8.test.ts": 12, "test/9.test.ts": 11 };
  const takes = (share: readonly string[]) =>
    share.reduce((sum, file) => sum + ((seconds as Record<string, number>)[file] ?? 1), 0);

  it.each([1, 2, 3, 7])("have each file once, in %i of them", (count) => {
    const shares = sharesOf(files, count, seconds);
    expect(shares).toHaveLength(count);
    expect(shares.flat().toSorted()).toEqual(files.toSorted());
  });

  it("are the same in whatever order the files are found", () => {
    expect(sharesOf(files.toReversed(), 3, seconds)).toEqual(sharesOf(files, 3, seconds));
  });

  it("take the same time, as near as the longest file lets them", () => {
    expect(sharesOf(files, 2, seconds).map(takes)).toEqual([60, 60]);
    expect(sharesOf(files, 3, seconds).map(takes)).toEqual([40, 40, 40]);
  });

  it("know of no file that is not there", () => {
    const root = new URL("../../../", import.meta.url);
    const gone = Object.keys(measured).filter((file) => !existsSync(fileURLToPath(new URL(file, root))));
    expect(gone).toEqual([]);
  });
});
