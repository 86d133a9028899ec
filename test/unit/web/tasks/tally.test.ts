import { expect, it } from "vitest";
import type { ChildItem } from "../../../../src/channels/web/wire.ts";
import { tallyOf } from "../../../../web/chat/tasks/tally.ts";

const task = (state: ChildItem["state"], cost_usd: number, children: ChildItem[] = []) =>
  ({ state, cost_usd, children }) as unknown as ChildItem;

it("a tree of tasks is counted at every depth, and what it costs once", () => {
  const deep = task("running", 0.02, [task("completed", 0.01)]);
  expect(tallyOf([task("failed", 0.5), deep])).toEqual({ tasks: 3, running: 1, cost_usd: 0.52 });
  expect(tallyOf([])).toEqual({ tasks: 0, running: 0, cost_usd: 0 });
});
