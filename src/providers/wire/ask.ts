/**
 * One streamed request, built by an SDK's client. Address and headers are built once per path: from call to call only
 * body and signal differ. This leaves out what the client's own sending adds to each call: log lines with the log
 * off, a timer of an hour (callers have limits and a signal), and retries (failover's work).
 */
import { parseJson } from "../../platform/json.ts";

/**
 * Rejects with an error of the SDK's when the provider refuses, and with the network's own when it is not reached.
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

/** An unsuccessful response, parsed as JSON or else kept as text. */
interface RefusedResponse {
  status: number;
  body: object | undefined;
  words: string | undefined;
  headers: Headers;
}

interface AskOptions {
  client: { buildRequest(request: OutgoingRequest): Promise<BuiltRequest> };
  send: typeof fetch;
  /** Makes the SDK's own error of it. */
  refusal(refused: RefusedResponse): Error;
}

const ASKED = {
  method: "post",
  // The built request is reused with other bodies; this one only says that there is one.
  body: "{}",
  stream: true,
  headers: { "content-type": "application/json" },
} as const;

export function askOver({ client, send, refusal }: AskOptions): Ask {
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
    throw refusal(await refusedBy(response));
  };
}

async function refusedBy(response: Response): Promise<RefusedResponse> {
  const { status, headers } = response;
  const text = await response.text().catch(String);
  const body = parseJson(text);
  return typeof body === "object" && body !== null
    ? { status, body, words: undefined, headers }
    : { status, body: undefined, words: text, headers };
}
