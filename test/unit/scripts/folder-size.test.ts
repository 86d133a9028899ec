import { expect, it } from "vitest";
import { findCrowdedFolders } from "../../../scripts/check/folder-size.mjs";

const folder = (name: string, count: number) =>
  Array.from({ length: count }, (_, index) => `${name}/${index}.ts`);

it("counts the sources that stand directly in a folder", () => {
  const files = [...folder("a", 25), ...folder("a/b", 26), ...folder("c", 20), "c/data.json"];
  expect(findCrowdedFolders(files)).toEqual(["a/b has 26 files, over 25: make folders of its ideas"]);
});
