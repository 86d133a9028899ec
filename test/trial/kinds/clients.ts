/** Clients that others wrote: each follows a conversation, or asks an agent, as its own documentation says. */
import { TOKEN } from "../../support/process/nightjar.ts";
import { foreign, versionOf } from "../foreign.ts";
import { check, type Kind } from "../kind.ts";
import { ordered } from "../model.ts";

const SAY = "It was heard by whoever listens.";
const HEADERS = { authorization: `Bearer ${TOKEN}` };
const PATIENCE_MS = 30_000;

/** Hears the events of a new conversation until its turn has ended; `hear` says each of them. */
function follows(
  name: string,
  open: (address: string, hear: (event: { type: string; delta?: string }) => void) => Promise<() => void>,
  kind: "events" | "socket" = "events",
): Kind {
  return {
    name,
    async hold({ nightjar }) {
      const id = await nightjar.createConversation();
      const base = kind === "events" ? nightjar.url : nightjar.url.replace("http", "ws");
      const heard: string[] = [];
      let text = "";
      const ended = new Promise<void>((resolve, reject) => {
        setTimeout(() => reject(new Error(`no end; heard ${heard.join(" ")}`)), PATIENCE_MS).unref();
        void open(`${base}/api/v1/conversations/${id}/${kind}`, ({ type, delta = "" }) => {
          heard.push(type);
          if (type === "text") text += delta;
          if (type === "turn_end") resolve();
        }).then((close) => ended.finally(close).catch(() => undefined), reject);
      });
      // Waited for below: until then nobody hears why it could not be opened.
      ended.catch(() => undefined);
      await nightjar.request("POST", `/conversations/${id}/messages`, { text: ordered({ say: SAY }) });
      await ended;
      check(text === SAY, `heard “${text}”`);
      return `${versionOf(name)}: ${heard.length} events, the text whole`;
    },
  };
}

interface EventSourceLike {
  addEventListener(type: string, listener: (event: { data: string }) => void): void;
  close(): void;
}
const TYPES = ["message", "turn_start", "state", "text", "turn_end", "failure"];

const eventsource = follows("eventsource", async (address, hear) => {
  const { EventSource } = await foreign<{
    EventSource: new (address: string, init: object) => EventSourceLike;
  }>("eventsource");
  const withKey = (url: string, init: RequestInit) =>
    fetch(url, { ...init, headers: { ...(init.headers as Record<string, string>), ...HEADERS } });
  const source = new EventSource(address, { fetch: withKey });
  for (const type of TYPES) source.addEventListener(type, ({ data }) => hear(JSON.parse(data)));
  return () => source.close();
});

const eventsourceClient = follows("eventsource-client", async (address, hear) => {
  const { createEventSource } = await foreign<{ createEventSource(options: object): { close(): void } }>(
    "eventsource-client",
  );
  const source = createEventSource({
    url: address,
    headers: HEADERS,
    onMessage: ({ data }: { data: string }) => hear(JSON.parse(data)),
  });
  return () => source.close();
});

const fetchEventSource = follows("@microsoft/fetch-event-source", async (address, hear) => {
  // It was written for a browser, and looks at the page that it is on.
  Object.assign(globalThis, {
    document: { hidden: false, addEventListener: () => undefined, removeEventListener: () => undefined },
    window: globalThis,
  });
  const { fetchEventSource: follow } = await foreign<{
    fetchEventSource(address: string, options: object): Promise<void>;
  }>("@microsoft/fetch-event-source");
  const over = new AbortController();
  const onmessage = ({ data }: { data: string }) => data !== "" && hear(JSON.parse(data));
  void follow(address, { headers: HEADERS, signal: over.signal, onmessage }).catch(() => undefined);
  return () => {
    over.abort();
    // The next client would take this for a browser.
    for (const name of ["document", "window"]) Reflect.deleteProperty(globalThis, name);
  };
});

interface SocketLike {
  addEventListener(type: "message", listener: (event: { data: unknown }) => void): void;
  close(): void;
}
type SocketClass = new (address: string, protocols?: unknown, options?: object) => SocketLike;

function heardBy(socket: SocketLike, hear: (event: { type: string }) => void): () => void {
  socket.addEventListener("message", ({ data }) => hear(JSON.parse(String(data))));
  return () => socket.close();
}

const ws = follows(
  "ws",
  async (address, hear) => {
    const { default: Socket } = await foreign<{ default: SocketClass }>("ws");
    return heardBy(new Socket(address, { headers: HEADERS }), hear);
  },
  "socket",
);

const undici = follows(
  "undici",
  async (address, hear) => {
    const { WebSocket: Socket } = await foreign<{ WebSocket: SocketClass }>("undici");
    return heardBy(new Socket(address, { headers: HEADERS }), hear);
  },
  "socket",
);

/** A WebSocket as both reconnecting ones want it: a class without room for headers. */
async function withKey(): Promise<unknown> {
  const { default: Socket } = await foreign<{ default: SocketClass }>("ws");
  return class extends (Socket as new (address: string, protocols: unknown, options: object) => SocketLike) {
    constructor(address: string) {
      super(address, [], { headers: HEADERS });
    }
  };
}

const partysocket = follows(
  "partysocket",
  async (address, hear) => {
    const loaded = await foreign<{ default: SocketClass | { default: SocketClass } }>("partysocket/ws");
    const Socket = "default" in loaded.default ? loaded.default.default : loaded.default;
    return heardBy(new Socket(address, [], { WebSocket: await withKey() }), hear);
  },
  "socket",
);

const reconnecting = follows(
  "reconnecting-websocket",
  async (address, hear) => {
    const loaded = await foreign<{ default: SocketClass | { default: SocketClass } }>(
      "reconnecting-websocket",
    );
    const Socket = "default" in loaded.default ? loaded.default.default : loaded.default;
    return heardBy(new Socket(address, [], { WebSocket: await withKey() }), hear);
  },
  "socket",
);

const openai: Kind = {
  name: "openai",
  async hold({ nightjar }) {
    interface Chunk {
      choices: { delta: { content?: string } }[];
    }
    interface Client {
      chat: { completions: { create(request: object): Promise<AsyncIterable<Chunk>> } };
    }
    const { OpenAI } = await foreign<{ OpenAI: new (options: object) => Client }>("openai");
    const client = new OpenAI({ apiKey: TOKEN, baseURL: `${nightjar.url}/v1` });
    const messages = [{ role: "user", content: ordered({ say: SAY }) }];
    const stream = await client.chat.completions.create({ model: "nightjar", stream: true, messages });
    let text = "";
    for await (const { choices } of stream) text += choices[0]?.delta.content ?? "";
    check(text === SAY, `heard “${text}”`);
    return `${versionOf("openai")}: an agent as a model, streamed`;
  },
};

const aiSdk: Kind = {
  name: "ai with @ai-sdk/openai-compatible",
  async hold({ nightjar }) {
    const { createOpenAICompatible } = await foreign<{
      createOpenAICompatible(options: object): (model: string) => unknown;
    }>("@ai-sdk/openai-compatible");
    const { streamText } = await foreign<{ streamText(options: object): { text: PromiseLike<string> } }>(
      "ai",
    );
    const provider = createOpenAICompatible({
      name: "nightjar",
      apiKey: TOKEN,
      baseURL: `${nightjar.url}/v1`,
    });
    const text = await streamText({ model: provider("nightjar"), prompt: ordered({ say: SAY }) }).text;
    check(text === SAY, `heard “${text}”`);
    return `${versionOf("ai")}: streamText gives the answer whole`;
  },
};

const mcpClient: Kind = {
  name: "@modelcontextprotocol/sdk, as a client",
  hold: ({ nightjar }) => askedByMcp(nightjar.url),
};

async function askedByMcp(url: string): Promise<string> {
  interface Client {
    connect(transport: unknown): Promise<void>;
    listTools(): Promise<{ tools: { name: string }[] }>;
    callTool(call: object): Promise<{ content: { text?: string }[] }>;
    close(): Promise<void>;
  }
  const { Client: Made } = await foreign<{ Client: new (info: object) => Client }>(
    "@modelcontextprotocol/sdk/client/index.js",
  );
  const { StreamableHTTPClientTransport: Transport } = await foreign<{
    StreamableHTTPClientTransport: new (url: URL, options: object) => unknown;
  }>("@modelcontextprotocol/sdk/client/streamableHttp.js");
  const client = new Made({ name: "trial", version: "1" });
  await client.connect(new Transport(new URL(`${url}/mcp`), { requestInit: { headers: HEADERS } }));
  const { tools } = await client.listTools();
  const asked = { name: "ask", arguments: { to: "nightjar", message: ordered({ say: SAY }) } };
  const { content } = await client.callTool(asked);
  await client.close();
  check(
    content.some(({ text = "" }) => text.includes(SAY)),
    JSON.stringify(content),
  );
  return `${versionOf("@modelcontextprotocol/sdk")}: ${tools.length} tools, an agent asked`;
}

export const CLIENTS: readonly Kind[] = [
  eventsource,
  eventsourceClient,
  fetchEventSource,
  ws,
  undici,
  partysocket,
  reconnecting,
  openai,
  aiSdk,
  mcpClient,
];
