/** The events of a build as Server-Sent Events: `id:` is the seq, so Last-Event-ID resumes. */

import { type FollowDeps, follow } from "../../../capabilities/builds/follow.ts";
import { openEventStream } from "../../../channels/web/event-stream.ts";

const PING_EVERY_MS = 20_000;
const HEADERS = {
  "content-type": "text/event-stream",
  "cache-control": "no-store",
  "x-accel-buffering": "no",
};

/** `work` resolves when the reader has gone or the stream has ended. */
export function streamBuild(deps: FollowDeps, cursor: number): { answer: Response; work: Promise<void> } {
  const gone = new AbortController();
  const writer = openEventStream(() => gone.abort());
  const pinging = setInterval(() => writer.ping() || gone.abort(), PING_EVERY_MS);
  const run = async () => {
    try {
      for await (const told of follow(deps, cursor, gone.signal)) if (!writer.send(told)) return;
    } finally {
      clearInterval(pinging);
      gone.abort();
      writer.close();
    }
  };
  return { answer: new Response(writer.stream, { headers: HEADERS }), work: run() };
}
