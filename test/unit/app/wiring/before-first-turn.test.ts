import { expect, it, vi } from "vitest";
import { beforeFirstTurn } from "../../../../src/app/wiring/warm-up.ts";
import { soon } from "../../../support/soon.ts";
import { anAgent } from "../../tools/support.ts";

const WHO = { owner: "ann", agent: null };

/** A house whose tools say when they are described. */
function aHouse(tools: number) {
  const described = vi.fn();
  const ready = vi.fn(async () => {});
  const get = vi.fn(() => anAgent());
  const list = vi.fn(() =>
    Array.from({ length: tools }, (_, at) => ({
      input: {
        get json() {
          described(at);
          return {};
        },
      },
    })),
  );
  const deps = { agentCache: { get }, toolbox: { list }, memory: { ready } };
  return { deps: deps as unknown as Parameters<typeof beforeFirstTurn>[0], described, ready, get, list };
}

it("when a conversation is opened, its agent is read, its tools are described and the words are loaded, once", async () => {
  const house = aHouse(20);
  const opened = beforeFirstTurn(house.deps);
  opened({ owner: "ann", agent: "scholar" });
  opened(WHO);
  await soon(() => expect(house.described).toHaveBeenCalledTimes(20));
  expect(house.get.mock.calls).toEqual([["scholar"]]);
  expect(house.list).toHaveBeenCalledOnce();
  expect(house.ready).toHaveBeenCalledOnce();
});

it("what cannot be read then breaks nothing", async () => {
  const house = aHouse(1);
  house.get.mockImplementation(() => {
    throw new Error("D1 is away");
  });
  expect(() => beforeFirstTurn(house.deps)(WHO)).not.toThrow();
  await new Promise((resolve) => setImmediate(resolve));
  expect(house.described).not.toHaveBeenCalled();
});
