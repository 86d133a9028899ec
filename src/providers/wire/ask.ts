/**
 * One streamed request, as an SDK's client builds it. Address and headers are built once for a path: from call to call the
 * body and the signal differ alone. What the client's own way of sending adds on each call is left out: the lines of a log
 * that is off, a timer of an hour (whoever calls has limits and a signal), tries after the first (failover's work).
 */
import { parseJson } from "./json.ts";

/** May reject: with an error of the SDK's when the provider refuses, with the network's own when it is not reached. */
export type Ask = (path: string, body: string, signal: AbortSignal) => Promise<Response>;

interface Built {
  url: string;
  req: RequestInit;
}

/** What an SDK builds from. */
interface Asked {
  method: "post";
  path: string;
  body: string;
  stream: true;
  headers: { "content-type": "application/json" };
}

/** An answer that is no success: what it says is JSON, or words. */
export interface Refused {
  status: number;
  said: object | undefined;
  words: string | undefined;
  headers: Headers;
}

export interface AskOptions {
  client: { buildRequest(asked: Asked): Promise<Built> };
  send: typeof fetch;
  /** The SDK's own error of it. */
  refusal(refused: Refused): Error;
}

const ASKED = {
  method: "post",
  // What is built is kept for other bodies: this one says that there is one.
  body: "{}",
  stream: true,
  headers: { "content-type": "application/json" },
} as const;

export function askOver({ client, send, refusal }: AskOptions): Ask {
  const kept = new Map<string, Built>();
  const build = async (path: string): Promise<Built> => {
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

async function refusedBy(response: Response): Promise<Refused> {
  const { status, headers } = response;
  const text = await response.text().catch(String);
  const said = parseJson(text);
  return typeof said === "object" && said !== null
    ? { status, said, words: undefined, headers }
    : { status, said: undefined, words: text, headers };
}
