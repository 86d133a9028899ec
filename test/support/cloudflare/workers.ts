/** Workers of the API: their uploads, assets, versions, deployments, addresses, crons. */
import { Failure, type Route, type Routed } from "./route.ts";

interface Version {
  id: string;
  number: number;
  metadata: { created_on: string };
  annotations: Record<string, string>;
}

interface Script {
  tag: string;
  /** The part of an upload that tells of bindings and dates. */
  metadata: string;
  versions: Version[];
  /** Versions as they were deployed, the newest first. */
  deployed: string[];
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
      ["PUT", new RegExp(`${script}$`), (asked, parts) => this.deployed(uploaded(asked, parts), parts)],
      ["POST", new RegExp(`${script}/versions$`), uploaded],
      ["GET", new RegExp(`${script}/(settings|script-settings)$`), () => ({ bindings: [] })],
      ["PATCH", new RegExp(`${script}/(settings|script-settings)$`), () => ({})],
      ["GET", new RegExp(`${script}/secrets$`), () => []],
      ["GET", new RegExp(`${script}/versions/([^/]+)$`), (_asked, parts) => this.version(parts)],
      ["GET", new RegExp(`${script}/deployments$`), (_asked, [name]) => this.deployments(name)],
      ["POST", new RegExp(`${script}/deployments$`), ({ bytes }, parts) => this.choice(bytes, parts)],
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
    const metadata = /\r\n\r\n(\{.*\})\r\n/.exec(bytes.subarray(0, 100_000).toString("utf8"))?.[1] ?? "{}";
    const { id } = this.take(name, metadata);
    return {
      id,
      deployment_id: id.replaceAll("-", ""),
      startup_time_ms: 50,
      resources: { script: { etag: "etag" } },
    };
  }

  /** An upload as the API keeps it; whoever uploads by its own hand deploys it too. */
  take(name: string, metadata: string): Version {
    const { versions = [], deployed = [] } = this.scripts.get(name) ?? {};
    const number = versions.length + 1;
    const version = {
      id: `01234567-89ab-cdef-0123-${String(number).padStart(12, "0")}`,
      number,
      metadata: { created_on: new Date().toISOString() },
      annotations: JSON.parse(metadata).annotations ?? {},
    };
    this.scripts.set(name, { tag: name, metadata, versions: [...versions, version], deployed });
    return version;
  }

  deploy(name: string, id: string): void {
    this.scripts.get(name)?.deployed.unshift(id);
  }

  private deployed<T extends { id: string }>(uploaded: T, [name = ""]: string[]): T {
    this.deploy(name, uploaded.id);
    return uploaded;
  }

  private choice(bytes: Buffer, [name = ""]: string[]) {
    for (const { version_id } of JSON.parse(bytes.toString()).versions) this.deploy(name, version_id);
    return { id: "deployment" };
  }

  private deployments(name = "") {
    const script = this.scripts.get(name);
    if (script === undefined) throw new Failure(404, 10007, "This Worker does not exist on your account.");
    const deployments = script.deployed.map((version_id) => ({
      strategy: "percentage",
      versions: [{ version_id, percentage: 100 }],
    }));
    return { deployments };
  }

  private version([name = "", id]: string[]) {
    const version = this.scripts.get(name)?.versions.find((each) => each.id === id);
    if (version === undefined) throw new Failure(404, 10007, "There is no such version.");
    return version;
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
