/** Notices a server that runs and does not answer: wrangler's proxy can be lost while wrangler stays. */

const USUAL = { pauseMs: 5000, timeoutMs: 5000, failures: 4 };
/** After wrangler has said that a runtime crashed, or when nobody listens any more. */
const SUSPICIOUS = { pauseMs: 500, timeoutMs: 2000, failures: 3 };

/**
 * Resolves when the server hangs, or when the signal is aborted.
 * @param {{url: string, suspicion: {isRaised: boolean}, signal: AbortSignal}} server
 */
export async function whenHanging({ url, suspicion, signal }) {
  let failures = 0;
  while (!signal.aborted) {
    const { pauseMs, timeoutMs, failures: most } = suspicion.isRaised ? SUSPICIOUS : USUAL;
    await pauseFor(pauseMs, signal);
    if (signal.aborted) return;
    const look = await lookAt(url, timeoutMs);
    failures = look === "answers" ? 0 : failures + 1;
    if (look !== "fails") suspicion.isRaised = look === "refuses";
    if (failures >= most) return;
  }
}

/**
 * @param {string} url
 * @param {number} milliseconds
 */
async function lookAt(url, milliseconds) {
  try {
    const response = await fetch(`${url}/api/v1/health`, { signal: AbortSignal.timeout(milliseconds) });
    await response.arrayBuffer();
    return "answers";
  } catch (error) {
    // Cut or silent it may be busy; where a connection is refused there is nobody.
    const cause = error instanceof Error ? error.cause : undefined;
    return cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED" ? "refuses" : "fails";
  }
}

/**
 * @param {number} milliseconds
 * @param {AbortSignal} signal
 * @returns {Promise<void>}
 */
function pauseFor(milliseconds, signal) {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    timer.unref();
    signal.addEventListener("abort", done);
  });
}
