/** A push service on the loopback, with browsers that subscribe at it: checks who sends and reads what comes, as RFC 8291 and 8292 tell. */
import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

export interface Arrived {
  title: string;
  body: string;
  path: string;
  tag: string;
}

export class PushService {
  private readonly server: Server;
  private readonly browsers = new Map<string, TestBrowser>();
  /** Why requests were refused. */
  readonly refused: string[] = [];

  private constructor(server: Server) {
    this.server = server;
  }

  static async start(): Promise<PushService> {
    const server = createServer();
    const service = new PushService(server);
    server.on("request", (request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const { headers, url = "" } = request;
        response.writeHead(service.take(url, headers, Buffer.concat(chunks))).end();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return service;
  }

  get host(): string {
    return `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** A browser that subscribes for the sender of that key. */
  browser(sender: string): TestBrowser {
    const path = `/push/${randomBytes(12).toString("base64url")}`;
    const browser = new TestBrowser(`http://${this.host}${path}`, sender);
    this.browsers.set(path, browser);
    return browser;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private take(path: string, headers: NodeJS.Dict<string | string[]>, body: Buffer): number {
    const browser = this.browsers.get(path);
    if (!browser || browser.isGone) return 410;
    try {
      this.check(String(headers["authorization"]), browser.sender);
      if (headers["content-encoding"] !== "aes128gcm" || !Number(headers["ttl"])) throw new Error("headers");
      browser.arrived.push(JSON.parse(browser.read(body)) as Arrived);
      return 201;
    } catch (problem) {
      this.refused.push(String(problem));
      return 400;
    }
  }

  private check(authorization: string, sender: string): void {
    const [, head = "", claims = "", signature = "", key] =
      /^vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(authorization) ?? [];
    if (key !== sender) throw new Error("another sender than the browser subscribed for");
    const point = Buffer.from(key, "base64url");
    const [x, y] = [point.subarray(1, 33).toString("base64url"), point.subarray(33).toString("base64url")];
    const jwk = { kty: "EC", crv: "P-256", x, y };
    const by = { key: createPublicKey({ key: jwk, format: "jwk" }), dsaEncoding: "ieee-p1363" } as const;
    const isSigned = verify(
      "sha256",
      Buffer.from(`${head}.${claims}`),
      by,
      Buffer.from(signature, "base64url"),
    );
    if (!isSigned) throw new Error("not signed by the sender");
    const { aud, exp, sub } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Record<
      string,
      unknown
    >;
    if (aud !== `http://${this.host}`) throw new Error(`for another service: ${aud}`);
    const left = Number(exp) - Date.now() / 1000;
    if (left < 0 || left > 86_400) throw new Error(`valid for ${left} s`);
    if (!/^(mailto:|https:)/.test(String(sub))) throw new Error(`no contact: ${sub}`);
  }
}

export class TestBrowser {
  readonly endpoint: string;
  readonly sender: string;
  readonly arrived: Arrived[] = [];
  /** It has taken its permission back. */
  isGone = false;
  private readonly pair = createECDH("prime256v1");
  private readonly auth: Buffer;

  /** `own`: its private key and secret, base64url; absent: new ones. */
  constructor(endpoint: string, sender: string, own?: { key: string; auth: string }) {
    this.endpoint = endpoint;
    this.sender = sender;
    this.auth = own ? Buffer.from(own.auth, "base64url") : randomBytes(16);
    if (own) this.pair.setPrivateKey(own.key, "base64url");
    else this.pair.generateKeys();
  }

  /** As the browser's own API writes it. */
  get subscription() {
    const p256dh = this.pair.getPublicKey("base64url");
    return { endpoint: this.endpoint, keys: { p256dh, auth: this.auth.toString("base64url") } };
  }

  /** Throws when it is not for this browser. */
  read(body: Buffer): string {
    const salt = body.subarray(0, 16);
    const size = body.readUInt32BE(16);
    const theirs = body.subarray(21, 21 + (body[20] ?? 0));
    const sealed = body.subarray(21 + theirs.length);
    if (body.length > 4_096 || sealed.length > size) throw new Error("more than one record");
    const shared = this.pair.computeSecret(theirs);
    const info = Buffer.concat([Buffer.from("WebPush: info\0"), this.pair.getPublicKey(), theirs]);
    const secret = Buffer.from(hkdfSync("sha256", shared, this.auth, info, 32));
    const part = (name: string, length: number) =>
      Buffer.from(hkdfSync("sha256", secret, salt, Buffer.from(`Content-Encoding: ${name}\0`), length));
    const opened = createDecipheriv("aes-128-gcm", part("aes128gcm", 16), part("nonce", 12));
    opened.setAuthTag(sealed.subarray(-16));
    const padded = Buffer.concat([opened.update(sealed.subarray(0, -16)), opened.final()]);
    const end = padded.lastIndexOf(2);
    if (end === -1) throw new Error("not the last record");
    return padded.subarray(0, end).toString();
  }
}
