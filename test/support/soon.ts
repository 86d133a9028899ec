/** For what gives no event, in one isolate with the test: asks again until it holds. `expect.poll` waits as long. */
import { vi } from "vitest";

/** Only what never comes waits this long; on a machine whose cores are all busy, what comes takes many times its usual time. */
const PATIENCE = { timeout: 30_000, interval: 30 };

/** Returns the result of `check` once it no longer throws; throws its last error. */
export function soon<T>(check: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(check, PATIENCE);
}
