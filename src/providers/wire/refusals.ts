/**
 * Parts of requests that a server refused, by name. The request is made again without them, and from then on they are
 * not sent to that server for that model. In memory: after a restart, one refused request teaches it again.
 */
import type { ModelRequest } from "../../agent/ports/model.ts";
import { ALL_CAPABILITIES } from "../capabilities.ts";
import { fitRequest } from "../prompt/fit.ts";
import type { ProviderCall } from "../provider.ts";
import { RefusedRequest } from "../remote-error.ts";
import type { JsonObject } from "./json.ts";
import { type Omission, omissionIn } from "./refused-part.ts";
import { withoutRefused } from "./without-refused.ts";

type Sending = {
  call: ProviderCall;
  encode(call: ProviderCall): object;
  /** The body as it is usually sent. */
  body(): string;
  send(body: string): Promise<Response>;
  /** Called with words for the person. */
  tell(text: string): void;
};

const MOST_AGAIN = 5;
const MOST_KNOWN = 300;

export class Refusals {
  private readonly known = new Map<string, readonly Omission[]>();
  private readonly told = new Set<string>();

  /** Rejects with the server's last refusal. */
  async open({ call, encode, body, send, tell }: Sending): Promise<Response> {
    const server = `${call.base_url ?? call.provider.base_url} ${call.model.wire_id}`;
    const before = this.known.get(server) ?? [];
    let without = before;
    for (let again = 0; ; again++) {
      const params =
        without.length === 0 ? undefined : withoutRefused(encode(sparing(call, without)), without);
      try {
        const response = await send(params === undefined ? body() : JSON.stringify(params));
        if (without !== before) this.learn(server, without);
        for (const text of wordsOf(call, without)) this.tellOnce(call, text, tell);
        return response;
      } catch (error) {
        const sent = params ?? (encode(call) as JsonObject);
        const more =
          error instanceof RefusedRequest && again < MOST_AGAIN ? omissionIn(error, sent) : undefined;
        if (!more) throw error;
        without = [...without, more];
      }
    }
  }

  private learn(server: string, without: readonly Omission[]): void {
    this.known.set(
      server,
      without.filter((omission) => !(omission.part === "limit" && omission.passing)),
    );
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KNOWN) break;
      this.known.delete(oldest);
    }
  }

  /** Once in a conversation. */
  private tellOnce({ request }: ProviderCall, text: string, tell: (text: string) => void): void {
    const key = `${request.cache_key} ${text}`;
    if (this.told.has(key)) return;
    if (this.told.size >= MOST_KNOWN) this.told.clear();
    this.told.add(key);
    tell(text);
  }
}

function sparing(call: ProviderCall, without: readonly Omission[]): ProviderCall {
  const names = new Set(without.flatMap((one) => (one.part === "tool" ? [one.name] : [])));
  const { tools } = call.request;
  const request: ModelRequest =
    names.size === 0
      ? call.request
      : { ...call.request, tools: tools.filter(({ name }) => !names.has(name)) };
  return { ...call, request: without.some(({ part }) => part === "tools") ? withoutTools(request) : request };
}

/** Earlier calls and results are spelled as text. */
function withoutTools(request: ModelRequest): ModelRequest {
  return fitRequest(request, { ...ALL_CAPABILITIES, tool: false }).request;
}

function wordsOf({ model, request }: ProviderCall, without: readonly Omission[]): string[] {
  const asked = new Set(request.tools.map(({ name }) => name));
  if (asked.size > 0 && without.some(({ part }) => part === "tools"))
    return [
      `${model.label} calls no tools here, so it answers without them. For tools, choose another model.`,
    ];
  const names = without.flatMap((one) => (one.part === "tool" && asked.has(one.name) ? [one.name] : []));
  if (names.length === 0) return [];
  return [
    `${model.label} does not take the tool ${names.join(", ")} as it is described, so it was left out.`,
  ];
}
