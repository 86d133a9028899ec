/** The SDK's client for an account. What it builds for a request is kept: from call to call its body and its signal differ alone. */
import OpenAI, { type ClientOptions } from "openai";

type Asked = Parameters<OpenAI["buildRequest"]>;
type Fetched = Parameters<OpenAI["fetchWithTimeout"]>;
type Built = Awaited<ReturnType<OpenAI["buildRequest"]>>;

class KeepingClient extends OpenAI {
  /** By path. */
  readonly #built = new Map<string, Built>();
  readonly #send: typeof fetch;

  constructor(send: typeof fetch, options: ClientOptions) {
    super({ ...options, fetch: send });
    this.#send = send;
  }

  /** Whoever calls has limits of their own for it, and a signal: another timer of an hour would keep its object awake. */
  override fetchWithTimeout(...[url, init = {}]: Fetched): Promise<Response> {
    const send = this.#send;
    return send(url, { ...init, method: init.method?.toUpperCase() ?? "GET" });
  }

  override async buildRequest(...[options, retry]: Asked): Promise<Built> {
    const { path, body, signal } = options;
    // Another body decides on its own headers.
    if (typeof body !== "string") return super.buildRequest(options, retry);
    const known = this.#built.get(path) ?? (await this.#build(options, retry));
    const { url, timeout, req } = known;
    return { url, timeout, req: { ...req, body, ...(signal && { signal }) } };
  }

  async #build(...[options, retry]: Asked): Promise<Built> {
    const built = await super.buildRequest(options, retry);
    const { body: _body, signal: _signal, ...req } = built.req;
    const kept = { ...built, req };
    this.#built.set(options.path, kept);
    return kept;
  }
}

/** The SDK reads the environment for what it is not given: nothing is left to it. */
export function createClient(
  key: string,
  base_url: string | undefined,
  fetch: typeof globalThis.fetch,
): OpenAI {
  return new KeepingClient(fetch, {
    apiKey: key || "none",
    baseURL: base_url ?? "https://api.openai.com/v1",
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    timeout: 3_600_000,
    logLevel: "off",
  });
}
