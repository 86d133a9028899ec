import { expect, it } from "vitest";
import { loadedLater } from "../../../../src/providers/loaded-later.ts";
import type { Provider, ProviderCall, ProviderEvent } from "../../../../src/providers/provider.ts";

const words = (text: string): ProviderEvent => ({ type: "text", delta: text });
const call = {} as ProviderCall;
const { signal } = new AbortController();

function provider() {
  const counts = { loads: 0, closed: 0 };
  const adapter: Provider = {
    async *stream() {
      try {
        yield words("a");
        yield words("b");
      } finally {
        counts.closed += 1;
      }
    },
  };
  const later = loadedLater(async () => {
    counts.loads += 1;
    return adapter;
  });
  return { later, counts };
}

async function all(later: Provider): Promise<ProviderEvent[]> {
  const events: ProviderEvent[] = [];
  for await (const event of later.stream(call, signal)) events.push(event);
  return events;
}

it("loads its adapter with the first call, and hands on all that it says", async () => {
  const { later, counts } = provider();
  expect(counts.loads).toBe(0);
  for (let time = 0; time < 2; time++) expect(await all(later)).toEqual([words("a"), words("b")]);
  expect(counts).toEqual({ loads: 1, closed: 2 });
});

it("closes the stream of whoever stops reading, and loads nothing for one who never began", async () => {
  const { later, counts } = provider();
  await later.stream(call, signal)[Symbol.asyncIterator]().return?.();
  expect(counts.loads).toBe(0);
  for await (const event of later.stream(call, signal)) {
    expect(event).toEqual(words("a"));
    break;
  }
  expect(counts).toEqual({ loads: 1, closed: 1 });
});
