/**
 * One streamed request, built by an SDK's client. Address and headers are built once per path: from call to call only
 * body and signal differ. This leaves out what the client's own sending adds to each call: log lines with the log
 * off, a timer of an hour (callers have limits and a signal), and retries (failover's work).
 */
import { RefusedRequest } from "../remote-error.ts";

/**
 * Rejects with a `RefusedRequest` when the provider refuses, and with the network's own error when it is not reached.
 */
export type Ask = (path: string, body: string, signal: AbortSignal) => Promise<Response>;

interface BuiltRequest {
  url: string;
  req: RequestInit;
}

/** Input of an SDK's request builder. */
interface OutgoingRequest {
  method: "post";
  path: string;
  body: string;
  stream: true;
  headers: { "content-type": "application/json" };
}

interface AskOptions {
  client: { buildRequest(request: OutgoingRequest): Promise<BuiltRequest> };
  send: typeof fetch;
}

const ASKED = {
  method: "post",
  // The built request is reused with other bodies; this one only says that there is one.
  body: "{}",
  stream: true,
  headers: { "content-type": "application/json" },
} as const;

export function askOver({ client, send }: AskOptions): Ask {
  const kept = new Map<string, BuiltRequest>();
  const build = async (path: string): Promise<BuiltRequest> => {
    const { url, req } = await client.buildRequest({ ...ASKED, path });
    const built = { url, req: { ...req, method: "POST" } };
    kept.set(path, built);
    return built;
  };
  return async (path, body, signal) => {
    const { url, req } = kept.get(path) ?? (await build(path));
    signal.throwIfAborted();
    const response = await send(url, { ...req, body, signal });
    if (response.ok) return response;
    const { status, headers } = response;
    throw new RefusedRequest({ status, headers, text: await response.text().catch(String) });
  };
}
