/**
 * A provider whose adapter is loaded by its first call: the SDKs are a fifth of what a start would evaluate, and most
 * instances call one of them. Each call that comes before the adapter is there loads for itself.
 */
import type { Provider, ProviderEvent } from "./provider.ts";

export function loadedLater(load: () => Promise<Provider>): Provider {
  let adapter: Provider | undefined;
  return {
    stream(call, signal) {
      if (adapter) return adapter.stream(call, signal);
      return openedLater(async () => {
        adapter ??= await load();
        return adapter.stream(call, signal);
      });
    },
  };
}

/** An iterable that is opened by its first step. Later steps are the opened one's own. */
function openedLater(open: () => Promise<AsyncIterable<ProviderEvent>>): AsyncIterable<ProviderEvent> {
  return {
    [Symbol.asyncIterator]() {
      let inner: AsyncIterator<ProviderEvent> | undefined;
      const first = async () => {
        inner = (await open())[Symbol.asyncIterator]();
        return inner.next();
      };
      return {
        next: () => inner?.next() ?? first(),
        return: async () => (await inner?.return?.()) ?? { done: true, value: undefined },
      };
    },
  };
}
