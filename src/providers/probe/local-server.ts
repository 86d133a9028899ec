/**
 * A server of models that may run beside this instance, at the one address that it usually has. Looked for behind the
 * calls; nobody waits for it but the first.
 */
import type { Clock } from "../provider.ts";
import { isObject, listIn, parseJson, textIn } from "../wire/json.ts";

export interface LocalServer {
  /** What it has, as it spells it; undefined: it was not there when it was last looked for. */
  models(): readonly string[] | undefined;
  /** Whether it was looked for yet. */
  readonly isKnown: boolean;
  /** Resolves once it was looked for. Waits half a second at most. */
  ready(): Promise<void>;
}

export interface LocalServerDeps {
  /** Up to `/models`, without a slash at its end. */
  address: string;
  fetch: typeof fetch;
  clock: Clock;
}

const AGAIN_MS = 30_000;
const PATIENCE_MS = 500;
/** A look that began in a request which is over may never end: after this it counts for nothing. */
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
    return undefined; // Nobody is there, or nobody that answers in time.
  }
}
