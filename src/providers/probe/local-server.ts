/**
 * A model server that may run beside this instance, at its usual address. Probed in the background; only the first
 * call waits for it.
 */
import { parseJson } from "../../platform/json.ts";
import type { Clock } from "../provider.ts";
import { isObject, listIn, textIn } from "../wire/json.ts";

export interface LocalServer {
  /** Its model ids, as it spells them; undefined when the last probe did not find it. */
  models(): readonly string[] | undefined;
  /** Whether a probe has ended. */
  readonly isKnown: boolean;
  /** Resolves after the first probe, which takes half a second at most. */
  ready(): Promise<void>;
}

interface LocalServerDeps {
  /** The address below which `/models` is, without a trailing slash. */
  address: string;
  fetch: typeof fetch;
  clock: Clock;
}

const AGAIN_MS = 30_000;
const PATIENCE_MS = 500;
/** A probe that began in a request that is over may never end: after this time it no longer counts. */
const LONGEST_LOOK_MS = 1_000;

export function createLocalServer({ address, fetch, clock }: LocalServerDeps): LocalServer {
  let found: readonly string[] | undefined;
  let [begun_at, ended_at] = [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY];

  const look = async (): Promise<void> => {
    begun_at = clock.now();
    found = await modelsAt(address, fetch);
    ended_at = clock.now();
  };

  return {
    get isKnown() {
      return Number.isFinite(ended_at);
    },
    models() {
      const now = clock.now();
      if (now - ended_at > AGAIN_MS && now - begun_at > LONGEST_LOOK_MS) void look();
      return found;
    },
    ready: () => (Number.isFinite(ended_at) ? Promise.resolve() : look()),
  };
}

async function modelsAt(address: string, fetch: LocalServerDeps["fetch"]): Promise<string[] | undefined> {
  try {
    const response = await fetch(`${address}/models`, { signal: AbortSignal.timeout(PATIENCE_MS) });
    const body = response.ok ? parseJson(await response.text()) : undefined;
    const ids = isObject(body)
      ? listIn(body, "data").map((each) => (isObject(each) ? textIn(each, "id") : ""))
      : [];
    const models = ids.filter((id) => id !== "");
    return models.length > 0 ? models : undefined;
  } catch {
    return undefined; // Nothing listens there, or it does not answer in time.
  }
}
