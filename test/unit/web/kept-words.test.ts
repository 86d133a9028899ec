import { expect, test } from "vitest";
import { COUNTED } from "../../../src/quotas/quota.ts";
import { rowOf } from "../../../web/pages/profile/kept-words.ts";

test("what is kept is said as so much of so much, and no more while there is room", () => {
  expect(rowOf({ what: "workspace_mb", used: 1012.5, limit: 2000 })).toMatchObject({
    name: "File size, including earlier versions",
    amount: "1,012.5 of 2,000 MB",
    level: "plenty",
    mend: "",
  });
});

test("what makes room is said where little is left, and where nothing is", () => {
  expect(rowOf({ what: "mcp_servers", used: 16, limit: 20 })).toMatchObject({
    amount: "16 of 20",
    percent: 80,
    level: "little left",
    mend: "Remove one on the Tools page.",
  });
  expect(rowOf({ what: "mcp_servers", used: 23, limit: 20 })).toMatchObject({ percent: 100, level: "full" });
  expect(rowOf({ what: "memory_items", used: 0, limit: 0 })).toMatchObject({ percent: 100, level: "full" });
});

test("each thing that is counted has words of its own", () => {
  for (const what of COUNTED) {
    const { name, mend } = rowOf({ what, used: 1, limit: 1 });
    expect(name, what).not.toContain("_");
    expect(mend, what).not.toBe("");
  }
});
