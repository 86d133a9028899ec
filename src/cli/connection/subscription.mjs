/** The events of one conversation, in order and without gaps, across reconnects. */
import { headersFor, reach, refusal, Unreachable } from "./api.mjs";
import { readFrames } from "./server-sent-events.mjs";

/** @typedef {import("../../domain/events.ts").NightjarEvent} NightjarEvent */

/**
 * @typedef {object} Watch
 * @property {import("./instance.mjs").Instance} instance
 * @property {string} conversation
 * @property {number} cursor events after this one are wanted
 * @property {AbortSignal} signal ends it
 * @property {(isLost: boolean) => void} onConnection told when the connection is lost, and when it is back
 */

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 4000;
/** A restart takes seconds, an upgrade a minute: after that somebody should look. */
const PATIENCE_MS = 180_000;

/**
 * Ends when the signal is aborted. Throws a CommandError when the instance refuses or stays away.
 * @param {Watch} watch
 * @returns {AsyncGenerator<NightjarEvent>}
 */
export async function* eventsOf(watch) {
  let cursor = watch.cursor;
  for (;;) {
    const body = await connect(watch, cursor);
    if (body === undefined) return;
    try {
      for await (const { data } of readFrames(body)) {
        const event = JSON.parse(data);
        if (typeof event?.seq !== "number") continue;
        cursor = event.seq;
        yield event;
      }
    } catch (error) {
      if (!isLostConnection(error) && !watch.signal.aborted) throw error;
    }
  }
}

/**
 * Retries until it is connected: a restart takes seconds, and the turn goes on meanwhile.
 * @param {Watch} watch
 * @param {number} cursor
 * @returns {Promise<ReadableStream<Uint8Array> | undefined>} undefined when aborted
 */
async function connect(watch, cursor) {
  const began = Date.now();
  let hasTold = false;
  for (let pause = FIRST_PAUSE_MS; !watch.signal.aborted; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    try {
      const body = await connectOnce(watch, cursor);
      if (hasTold) watch.onConnection(false);
      return body;
    } catch (error) {
      if (watch.signal.aborted) return undefined;
      if (!isLostConnection(error) || Date.now() - began > PATIENCE_MS) throw error;
    }
    if (!hasTold) watch.onConnection(true);
    hasTold = true;
    await pauseFor(pause, watch.signal);
  }
  return undefined;
}

/**
 * @param {Watch} watch
 * @param {number} cursor
 */
async function connectOnce({ instance, conversation, signal }, cursor) {
  const response = await reach(instance, `/conversations/${conversation}/events?cursor=${cursor}`, {
    headers: { ...headersFor(instance), accept: "text/event-stream", "last-event-id": String(cursor) },
    signal,
  });
  if (response.status >= 500) throw new Unreachable(instance.url);
  if (!response.ok || response.body === null) throw await refusal(instance, response);
  return response.body;
}

/** @param {unknown} error */
function isLostConnection(error) {
  // undici reports a cut body as a TypeError: "terminated".
  return error instanceof Unreachable || error instanceof TypeError;
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
    signal.addEventListener("abort", done);
  });
}
