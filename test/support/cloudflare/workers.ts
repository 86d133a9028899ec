/** Workers of the API: their uploads, assets, versions, deployments, addresses, crons. */
import { Failure, type Route, type Routed } from "./route.ts";

interface Script {
  tag: string;
  /** The part of an upload that tells of bindings and dates. */
  metadata: string;
  uploads: number;
}

export class FakeWorkers {
  readonly scripts = new Map<string, Script>();
  readonly crons = new Map<string, unknown>();
  assets = 0;
  /** Undefined: the account has none yet. */
  subdomain: string | undefined = "me";

  routes(own: string): Route[] {
    const script = `^${own}/workers/scripts/([^/]+)`;
    const uploaded = (asked: Routed, [name = ""]: string[]) => this.upload(name, asked);
    return [
      ["GET", new RegExp(`^${own}/workers/subdomain$`), () => ({ subdomain: this.subdomainResult() })],
      ["GET", new RegExp(`^${own}/workers/subdomains/`), () => this.free()],
      ["PUT", new RegExp(`^${own}/workers/subdomain$`), ({ bytes }) => this.choose(bytes)],
      ["GET", new RegExp(`^${own}/workers/services/([^/]+)$`), (_asked, [name]) => this.service(name)],
      ["GET", new RegExp(`^${own}/workers/workers/([^/]+)$`), () => ({ subdomain: ON })],
      ["PATCH", new RegExp(`^${own}/workers/workers/([^/]+)$`), () => ({ subdomain: ON })],
      ["PUT", new RegExp(`${script}$`), uploaded],
      ["POST", new RegExp(`${script}/versions$`), uploaded],
      ["GET", new RegExp(`${script}/(settings|script-settings)$`), () => ({ bindings: [] })],
      ["PATCH", new RegExp(`${script}/(settings|script-settings)$`), () => ({})],
      ["GET", new RegExp(`${script}/secrets$`), () => []],
      ["GET", new RegExp(`${script}/deployments$`), () => ({ deployments: [] })],
      ["POST", new RegExp(`${script}/deployments$`), () => ({ id: "deployment" })],
      ["GET", new RegExp(`${script}/subdomain$`), () => ON],
      ["POST", new RegExp(`${script}/subdomain$`), () => ON],
      ["PUT", new RegExp(`${script}/schedules$`), ({ bytes }, [name = ""]) => this.schedule(name, bytes)],
      ["POST", new RegExp(`${script}/assets-upload-session$`), ({ bytes }) => this.session(bytes)],
      ["POST", new RegExp(`^${own}/workers/assets/upload$`), () => new Response(UPLOADED, { status: 201 })],
    ];
  }

  private subdomainResult() {
    if (this.subdomain !== undefined) return this.subdomain;
    throw new Failure(404, 10007, "You do not have a workers.dev subdomain");
  }

  private free() {
    throw new Failure(404, 10032, "The subdomain is free");
  }

  private choose(bytes: Buffer) {
    this.subdomain = JSON.parse(bytes.toString()).subdomain;
    return { subdomain: this.subdomain };
  }

  private service(name = "") {
    const script = this.scripts.get(name);
    if (script === undefined) throw new Failure(404, 10090, "This Worker does not exist on your account.");
    const environment = { environment: "production", script: { ...script, last_deployed_from: "wrangler" } };
    return { id: name, default_environment: environment };
  }

  private upload(name: string, { bytes }: Routed) {
    const uploads = (this.scripts.get(name)?.uploads ?? 0) + 1;
    const metadata = /\r\n\r\n(\{.*\})\r\n/.exec(bytes.subarray(0, 100_000).toString("utf8"))?.[1] ?? "";
    this.scripts.set(name, { tag: name, metadata, uploads });
    const id = "01234567-89ab-cdef-0123-456789abcdef";
    return {
      id,
      deployment_id: id.replaceAll("-", ""),
      startup_time_ms: 50,
      resources: { script: { etag: "etag" } },
    };
  }

  private schedule(name: string, bytes: Buffer) {
    this.crons.set(name, JSON.parse(bytes.toString()));
    return {};
  }

  /** It wants all files, in one upload. */
  private session(bytes: Buffer) {
    const manifest = JSON.parse(bytes.toString()).manifest as Record<string, { hash: string }>;
    this.assets = Object.keys(manifest).length;
    return { jwt: JWT, buckets: [[...new Set(Object.values(manifest).map(({ hash }) => hash))]] };
  }
}

const ON = { enabled: true, previews_enabled: true };
/** Its middle part says when it ends. */
const JWT = `x.${Buffer.from(JSON.stringify({ exp: 4_000_000_000 })).toString("base64url")}.x`;
const UPLOADED = JSON.stringify({ success: true, errors: [], messages: [], result: { jwt: JWT } });
