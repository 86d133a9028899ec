/** Browsers and programs that sign in: each has an address of its own, so that their tries are counted apart. */
import { exports } from "cloudflare:workers";

const ADMIN_TOKEN = "test-admin-token-0123456789";
const worker = (exports as unknown as { default: Fetcher }).default;
let addresses = 0;

export interface Asked {
  headers?: Record<string, string>;
  body?: unknown;
}

export interface Answer {
  status: number;
  headers: Headers;
  body: Record<string, unknown> & { error?: string; reason?: string; items?: Record<string, unknown>[] };
}

/** Keeps its cookie as browsers do. */
export class Browser {
  cookie = "";
  readonly address: string;
  private readonly agent: string;

  constructor(agent = "Test browser") {
    this.agent = agent;
    addresses += 1;
    this.address = `198.51.${addresses >> 8}.${addresses & 255}`;
  }

  async ask(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Answer> {
    const root = path.startsWith("/signin/") ? "" : "/api/v1";
    const response = await worker.fetch(`http://nightjar.test${root}${path}`, {
      method,
      redirect: "manual",
      headers: {
        "cf-connecting-ip": this.address,
        "user-agent": this.agent,
        "content-type": "application/json",
        ...(this.cookie !== "" && { cookie: this.cookie }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    this.keep(response.headers.get("set-cookie"));
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: text === "" ? {} : JSON.parse(text) };
  }

  logIn(username: string, password: string): Promise<Answer> {
    return this.ask("POST", "/auth/login", { body: { username, password } });
  }

  /** Whose session it is here; undefined: nobody's. */
  async who(): Promise<unknown> {
    const { status, body } = await this.ask("GET", "/me");
    return status === 200 ? body["owner"] : undefined;
  }

  private keep(set: string | null): void {
    const value = set === null ? null : /^nightjar_session=([^;]*)/.exec(set)?.[1];
    if (value != null) this.cookie = value === "" ? "" : `nightjar_session=${value}`;
  }
}

/** With a token instead of a cookie. */
export function asProgram(token: string, method: string, path: string, body?: unknown): Promise<Answer> {
  return new Browser().ask(method, path, { headers: { authorization: `Bearer ${token}` }, body });
}

export function asOperator(method: string, path: string, body?: unknown): Promise<Answer> {
  return asProgram(ADMIN_TOKEN, method, path, body);
}

/** The path of a link that the operator makes: `/signin/...`, or the token of a reset. */
export async function linkFor(person_id: string, purpose: "signin" | "reset"): Promise<string> {
  const { body } = await asOperator("POST", "/auth/links", { person_id, purpose });
  const { pathname, hash } = new URL(String(body["url"]));
  return purpose === "signin" ? pathname : hash.slice(1);
}
