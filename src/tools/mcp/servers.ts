/** People's actions on their MCP servers. Every change drops the cache that turns use. */
import { definedOf } from "../../domain/defined.ts";
import { AppError } from "../../domain/errors.ts";
import type { ArgumentKinds } from "../../domain/provenance/provenance.ts";
import { type ToolStates, toolStates } from "./acceptance.ts";
import type { Mcp } from "./create-mcp.ts";
import { clientMetadata, type OAuthDeps, type SignIn, type SignInStep, signIn } from "./oauth.ts";
import { argumentsOf } from "./sinks.ts";
import { type McpServer, type McpStore, NO_OFFERS } from "./store.ts";
import { toolName, toolNames } from "./tool-names.ts";
import { McpError } from "./wire/refusal.ts";

type ServerFields = Pick<McpServer, "url" | "headers" | "agents" | "enabled" | "longest_call_seconds">;

export interface NewServer extends ServerFields {
  owner: string;
  name: string;
  /** The server needs a sign-in with OAuth. */
  oauth: boolean;
  /** A client that was registered by hand; undefined: Nightjar registers itself. */
  client?: { client_id: string; client_secret?: string } | undefined;
}

/** Each method throws an AppError for a problem that people can solve. */
export interface McpServers {
  list(owner: string): Promise<McpServer[]>;
  /** Throws `resource_not_found`. */
  get(owner: string, name: string): Promise<McpServer>;
  /** Lists the server's tools and accepts them: whoever adds a server sees them. */
  add(server: NewServer): Promise<McpServer>;
  change(server: McpServer, fields: Partial<ServerFields>): Promise<McpServer>;
  /** Accepts new and changed tools: all of them, or those named. */
  accept(server: McpServer, names?: readonly string[]): Promise<McpServer>;
  /** Replaces the correction of a tool's arguments; an empty one is the default. Throws `resource_not_found`. */
  correct(server: McpServer, tool: string, kinds: ArgumentKinds): Promise<McpServer>;
  refresh(server: McpServer): Promise<McpServer>;
  remove(server: McpServer): Promise<void>;
  /**
   * `requestUrl` is the URL of any request to this instance; the sign-in page redirects to its origin. `keep` receives
   * the state before the answer, so that a browser can show it again at the end. Absent when a program begins the
   * sign-in: it stores nothing.
   */
  beginSignIn(server: McpServer, requestUrl: string, keep?: (state: string) => void): Promise<SignIn>;
  endSignIn(answer: SignInAnswer, requestUrl: string): Promise<void>;
  /** Client metadata that a sign-in server may read. */
  clientMetadata(requestUrl: string): ReturnType<typeof clientMetadata>;
  /** Returns a filled prompt of the server as text for a person to look at. */
  promptText(server: McpServer, prompt: FilledPrompt): Promise<string>;
  toolStates(server: McpServer): ToolStates;
  /** Name of a server's tool, as models see it. */
  toolName(server: McpServer, tool: string): string;
}

interface FilledPrompt {
  name: string;
  arguments: Record<string, string>;
}

/** Parameters of the redirect from the sign-in page. */
interface SignInAnswer {
  state: string;
  code?: string | undefined;
  /** Issuer of the code, if the service names it. */
  iss?: string | undefined;
  error?: string | undefined;
  /** Person who is signed in in the returning browser; undefined: nobody. */
  by: string | undefined;
  /** State stored in this browser. */
  expected_state: string | undefined;
}

interface McpServersDeps {
  store: McpStore;
  mcp: Pick<Mcp, "refresh" | "forget" | "promptText">;
  oauth(requestUrl: string): OAuthDeps;
}

export function createMcpServers(deps: McpServersDeps): McpServers {
  const { store, mcp } = deps;
  const put = async (server: McpServer) => {
    await store.put(server);
    mcp.forget(server.owner);
    return server;
  };
  return {
    list: (owner) => store.list(owner),
    async get(owner, name) {
      const server = await store.get(owner, name);
      if (!server) throw new AppError("resource_not_found", `There is no MCP server ${name.slice(0, 40)}.`);
      return server;
    },
    add: (server) => add(deps, server),
    async change(before, fields) {
      const server = changed(before, fields);
      // The old keys are removed first, so that nobody can carry them to the new address.
      if (isMoved(before, fields)) await store.saveOAuth(server.owner, server.name, server.oauth);
      return put(server);
    },
    accept: (server, names) => put({ ...server, accepted: acceptedOf(server, names) }),
    correct: (server, tool, kinds) => put(corrected(server, tool, kinds)),
    async refresh(server) {
      const refreshed = await mcp.refresh(server);
      mcp.forget(server.owner);
      return refreshed;
    },
    async remove({ owner, name }) {
      await store.remove(owner, name);
      mcp.forget(owner);
    },
    async beginSignIn(server, requestUrl, keep) {
      if (!server.oauth) throw new AppError("conflict", "This server was added without OAuth.");
      const state = newState(server, keep === undefined ? BY_PROGRAM : BY_BROWSER);
      const begun = await signedIn(deps.oauth(requestUrl), server, { state });
      keep?.(state);
      mcp.forget(server.owner);
      return begun;
    },
    endSignIn: (answer, requestUrl) => endSignIn(deps, answer, requestUrl),
    clientMetadata: (requestUrl) => clientMetadata(deps.oauth(requestUrl).redirect_url),
    toolStates,
    promptText: (server, prompt) => writtenPrompt(deps, server, prompt),
    toolName: ({ name, listed }, tool) =>
      toolNames(
        name,
        listed.map((each) => each.name),
      ).get(tool) ?? toolName(name, tool),
  };
}

const EMPTY = {
  argument_kinds: {},
  accepted: [],
  listed: [],
  offers: NO_OFFERS,
  listed_at: null,
  problem: null,
};

async function add(
  { store, mcp }: McpServersDeps,
  { oauth, client, ...fields }: NewServer,
): Promise<McpServer> {
  const { owner, name } = fields;
  if (await store.get(owner, name)) {
    throw new AppError(
      "conflict",
      `There is a server ${name} already. Remove it first, or choose another name.`,
    );
  }
  const fresh: McpServer = { ...fields, ...EMPTY, oauth: oauth ? definedOf({ client }) : null };
  await store.put(fresh);
  mcp.forget(owner);
  // A server with OAuth can't be asked before the sign-in.
  const refreshed = oauth ? fresh : await mcp.refresh(fresh);
  const server = { ...refreshed, accepted: refreshed.listed };
  await store.put(server);
  return server;
}

/** Applies the changes. Another address is another server: accepted tools and keys of the old one are dropped. */
function changed(before: McpServer, fields: Partial<ServerFields>): McpServer {
  const emptied = isMoved(before, fields) ? { ...EMPTY, headers: {}, oauth: before.oauth && {} } : {};
  return { ...before, ...emptied, ...fields };
}

function corrected(server: McpServer, tool: string, kinds: ArgumentKinds): McpServer {
  const known = server.accepted.find(({ name }) => name === tool);
  if (!known) throw new AppError("resource_not_found", `${server.name} has no tool ${tool.slice(0, 80)}.`);
  const paths = new Set(argumentsOf(known).map(({ path }) => path));
  const unknown = Object.keys(kinds).find((path) => !paths.has(path));
  if (unknown !== undefined)
    throw new AppError("malformed_request", `${tool} has no argument ${unknown.slice(0, 80)}.`);
  const { [tool]: _before, ...others } = server.argument_kinds ?? {};
  const isDefault = Object.keys(kinds).length === 0;
  return { ...server, argument_kinds: isDefault ? others : { ...others, [tool]: kinds } };
}

function isMoved(before: McpServer, { url }: Partial<ServerFields>): boolean {
  return url !== undefined && new URL(url).origin !== new URL(before.url).origin;
}

function acceptedOf({ listed, accepted }: McpServer, names?: readonly string[]): McpServer["accepted"] {
  const chosen = listed.filter(({ name }) => names === undefined || names.includes(name));
  const kept = accepted.filter((tool) => !chosen.some(({ name }) => name === tool.name));
  return [...kept, ...chosen];
}

async function endSignIn(deps: McpServersDeps, answer: SignInAnswer, requestUrl: string): Promise<void> {
  const { store, mcp } = deps;
  const { state, code, iss, error } = answer;
  const [who = "", name = ""] = state.split(".");
  const server = await store.get(fromBase64Url(who), name);
  if (!server?.oauth?.state || !isEqual(server.oauth.state, state)) {
    throw new AppError("forbidden", "This sign-in was not begun here, or is over. Begin it again.");
  }
  if (!isByBeginner(server, answer)) {
    throw new AppError(
      "forbidden",
      "Somebody else, or another browser, has begun this sign-in, so nothing was stored. Begin it yourself, where you are signed in.",
    );
  }
  if (code === undefined) {
    throw new AppError("forbidden", `The sign-in page refused: ${(error ?? "no reason").slice(0, 200)}.`);
  }
  await signedIn(deps.oauth(requestUrl), server, { code, iss });
  const refreshed = await mcp.refresh(server);
  if (refreshed.accepted.length === 0) await store.put({ ...refreshed, accepted: refreshed.listed });
  mcp.forget(server.owner);
}

async function writtenPrompt(
  { mcp }: McpServersDeps,
  server: McpServer,
  prompt: FilledPrompt,
): Promise<string> {
  const isOffered = server.enabled && server.offers.prompts.some(({ name }) => name === prompt.name);
  if (!isOffered)
    throw new AppError("resource_not_found", `${server.name} offers no prompt ${prompt.name.slice(0, 80)}.`);
  return fromServer(server, () => mcp.promptText(server, prompt));
}

function signedIn(deps: OAuthDeps, server: McpServer, step: SignInStep): Promise<SignIn> {
  return fromServer(server, () => signIn(deps, server, step));
}

/** Turns a server's failure into an AppError that quotes part of the server's own words. */
async function fromServer<T>(server: McpServer, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (cause) {
    const isLate = cause instanceof Error && cause.name === "TimeoutError";
    if (isLate) throw new AppError("api_fail", `${server.name} did not answer in time.`, { cause });
    if (!(cause instanceof McpError)) throw cause;
    throw new AppError("api_fail", `${server.name}: ${cause.message.slice(0, 300)}`, { cause });
  }
}

const BY_BROWSER = "browser";
const BY_PROGRAM = "program";

/** OAuth state: names who began the sign-in and how, and can't be guessed. */
function newState({ owner, name }: McpServer, how: string): string {
  const random = crypto.getRandomValues(new Uint8Array(32));
  return `${toBase64Url(new TextEncoder().encode(owner))}.${name}.${how}.${toBase64Url(random)}`;
}

/**
 * Protects against login CSRF: somebody who follows a sign-in that another person began would give that person access
 * to their account. So a sign-in ends with whoever began it and in the same browser; one that a program began ends in a
 * browser in which its owner is signed in.
 */
function isByBeginner({ owner }: McpServer, { state, by, expected_state }: SignInAnswer): boolean {
  const how = state.split(".")[2];
  return (
    by === owner && (how === BY_PROGRAM || (expected_state !== undefined && isEqual(state, expected_state)))
  );
}

function toBase64Url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}

function fromBase64Url(text: string): string {
  try {
    const bytes = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
    return new TextDecoder().decode(Uint8Array.from(bytes, (character) => character.charCodeAt(0)));
  } catch {
    // A forged state belongs to nobody.
    return "";
  }
}

/** Compares in constant time. */
function isEqual(a: string, b: string): boolean {
  let difference = a.length ^ b.length;
  for (let index = 0; index < a.length; index++) {
    difference |= a.charCodeAt(index) ^ (b.charCodeAt(index) || 0);
  }
  return difference === 0;
}
