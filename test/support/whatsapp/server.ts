/** The Graph API as one number of WhatsApp sees it, whose rules hold. */
import {
  type Platform,
  type PlatformAnswer,
  type PlatformRequest,
  startPlatform,
} from "../platform/platform.ts";
import { type GraphMessage, problemOf } from "./check.ts";

export const NUMBER = {
  token: "EAAG-test-token",
  phone_id: "106540352242922",
  app_secret: "0123456789abcdef0123456789abcdef",
  verify_token: "made-up-by-us",
  account: "",
};

export interface WhatsAppServer extends Platform {
  messages: GraphMessage[];
  /** Messages marked as read, and whether typing was shown. */
  reads: string[];
  /** By their ids. */
  files: Map<string, { bytes: Buffer; type: string }>;
  /** People who have not written for a day. */
  silent: Set<string>;
  callback: string | null;
  /** Resolves when there are so many messages. */
  arrived(count: number): Promise<GraphMessage[]>;
}

export async function startWhatsApp(): Promise<WhatsAppServer> {
  const world = {
    messages: [] as GraphMessage[],
    reads: [] as string[],
    files: new Map() as WhatsAppServer["files"],
    silent: new Set<string>(),
    callback: null as string | null,
  };
  const waiting: (() => void)[] = [];
  const platform = await startPlatform((request) => {
    const answer = serve(server, request);
    for (const wake of waiting.splice(0)) wake();
    return answer;
  });
  const server: WhatsAppServer = Object.assign(platform, world, {
    async arrived(count: number) {
      while (world.messages.length < count) await new Promise<void>((resolve) => waiting.push(resolve));
      return world.messages;
    },
  });
  return server;
}

function serve(server: WhatsAppServer, request: PlatformRequest): PlatformAnswer {
  const { method, path, headers, body } = request;
  if (headers.authorization !== `Bearer ${NUMBER.token}`) return no(401, 190, "Invalid OAuth access token.");
  if (path === `/${NUMBER.phone_id}/messages`)
    return sent(server, JSON.parse(body.toString()) as GraphMessage);
  if (path === `/${NUMBER.phone_id}/media`) return uploaded(server, request);
  if (path === `/${NUMBER.phone_id}`) return method === "GET" ? phone(server) : connected(server, body);
  const file = server.files.get(path.replace(/^.*\//, ""));
  if (!file) return no(404, 100, "Object with that ID does not exist.");
  if (path.startsWith("/bytes/"))
    return { status: 200, headers: { "content-type": file.type }, body: file.bytes };
  return yes({ url: `${server.url}/bytes${path}`, mime_type: file.type, file_size: file.bytes.length });
}

function sent(server: WhatsAppServer, message: GraphMessage): PlatformAnswer {
  const problem = problemOf(message);
  if (problem !== undefined) return no(400, 100, `(#100) Invalid parameter: ${problem}`);
  if (message.status === "read") {
    server.reads.push(`${message.message_id} ${message.typing_indicator?.type ?? ""}`);
    return yes({ success: true });
  }
  if (message.type !== "template" && server.silent.has(message.to ?? ""))
    return no(400, 131_047, "Re-engagement message");
  server.messages.push(message);
  return yes({ messaging_product: "whatsapp", messages: [{ id: `wamid.OUT${server.messages.length}` }] });
}

function uploaded(server: WhatsAppServer, { headers, body }: PlatformRequest): PlatformAnswer {
  const text = body.toString("latin1");
  const type = /name="type"\r\n\r\n([^\r]+)/.exec(text)?.[1];
  const [, bytes] = /name="file"[^\r]*\r\n(?:[^\r]+\r\n)*\r\n([\s\S]*?)\r\n--/.exec(text) ?? [];
  const isForm = headers["content-type"]?.startsWith("multipart/form-data") ?? false;
  if (!isForm || type === undefined || bytes === undefined || !text.includes('name="messaging_product"'))
    return no(400, 100, "(#100) Invalid parameter");
  const id = `7${server.files.size}`;
  server.files.set(id, { type, bytes: Buffer.from(bytes, "latin1") });
  return yes({ id });
}

function phone({ callback }: WhatsAppServer): PlatformAnswer {
  const webhook_configuration = callback === null ? {} : { phone_number: callback };
  return yes({
    display_phone_number: "+49 151 1",
    verified_name: "Acme",
    webhook_configuration,
    id: NUMBER.phone_id,
  });
}

function connected(server: WhatsAppServer, body: Buffer): PlatformAnswer {
  const { webhook_configuration } = JSON.parse(body.toString()) as {
    webhook_configuration?: { override_callback_uri?: string; verify_token?: string };
  };
  if (!webhook_configuration?.override_callback_uri?.startsWith("https://"))
    return no(400, 2_200, "(#2200) Callback verification failed");
  server.callback = webhook_configuration.override_callback_uri;
  return yes({ success: true });
}

function yes(body: object): PlatformAnswer {
  return { status: 200, body: JSON.stringify(body) };
}

export function no(status: number, code: number, message: string): PlatformAnswer {
  return {
    status,
    body: JSON.stringify({ error: { message, type: "OAuthException", code, fbtrace_id: "A" } }),
  };
}
