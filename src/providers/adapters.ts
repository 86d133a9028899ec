/** Adapters of the providers' protocols. */
import type { ProviderEntry } from "./catalog/schema.ts";
import { loadedLater } from "./loaded-later.ts";
import type { ModelsOptions } from "./models-options.ts";
import { createOffline } from "./offline/offline.ts";
import type { Provider } from "./provider.ts";

/** Adapters are created on first use and cached. */
export function createAdapters(options: ModelsOptions): (provider: ProviderEntry) => Provider {
  const made = new Map<ProviderEntry["protocol"], Provider>();
  return ({ protocol }) => {
    const adapter = made.get(protocol) ?? createAdapter(protocol, options);
    made.set(protocol, adapter);
    return adapter;
  };
}

function createAdapter(protocol: ProviderEntry["protocol"], options: ModelsOptions): Provider {
  switch (protocol) {
    case "anthropic":
      return loadedLater(async () => (await import("./anthropic/anthropic.ts")).createAnthropic(options));
    case "openai":
      return byModel({
        chat: loadedLater(async () => (await import("./openai/openai.ts")).createOpenAi(options)),
        realtime: loadedLater(async () =>
          (await import("./openai/realtime/realtime.ts")).createRealtime(options),
        ),
      });
    case "offline":
      return createOffline({ ...options, pace_ms: options.offline_pace_ms });
    case "workers-ai": {
      const { ai } = options;
      if (!ai) throw new Error("a Workers AI target without the binding");
      return loadedLater(async () =>
        (await import("./workers-ai/workers-ai.ts")).createWorkersAi({ ...options, ai }),
      );
    }
  }
}

function byModel({ chat, realtime }: { chat: Provider; realtime: Provider }): Provider {
  return { stream: (call, signal) => (call.model.is_realtime ? realtime : chat).stream(call, signal) };
}
