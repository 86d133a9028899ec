/** Somebody of each kind, and an agent for each audience: who may talk to which is told here, and nowhere else. */
import { exports } from "cloudflare:workers";
import { inject } from "vitest";
import "../../support/workers/provided.ts";
import { tell } from "../../support/model-wire/told-model.ts";
import { callApi } from "../api.ts";
import { type Somebody, somebody } from "../people/somebody.ts";

export const WHO = ["owner", "listed", "unlisted", "client", "visitor"] as const;
export type Who = (typeof WHO)[number];

export const AUDIENCES = ["private", "list", "members", "everyone"] as const;
export type For = (typeof AUDIENCES)[number];

/** `owner` has made the private one; the others are the house's. */
const OPEN: Record<For, readonly Who[]> = {
  private: ["owner"],
  list: ["listed"],
  members: ["owner", "listed", "unlisted"],
  everyone: WHO,
};

/** By every way each tries one that they may have and one that they may not; all the others are the unit's to try. */
export const TRIED: Record<Who, readonly For[]> = {
  owner: ["private", "list"],
  listed: ["private", "list"],
  unlisted: ["private", "members"],
  client: ["members", "everyone"],
  visitor: ["members", "everyone"],
};

export const mayTalk = (who: Who, to: For): boolean => OPEN[to].includes(who);

export interface Caller extends Pick<Somebody, "id" | "ask"> {
  who: Who;
  /** Authentication for requests outside the API's routes. */
  headers: Record<string, string>;
}

export interface Town {
  stamp: string;
  callers: Record<Who, Caller>;
  /** Slugs of agents. */
  agents: Record<For, string>;
  /** Slugs of rooms. */
  rooms: Record<For, string>;
}

export const worker = (exports as unknown as { default: Fetcher }).default;

export async function aTown(stamp: string): Promise<Town> {
  const [owner, listed, unlisted, guest] = await Promise.all([
    somebody("member"),
    somebody("member"),
    somebody("member"),
    somebody("guest"),
  ]);
  const client = await clientOf(owner, stamp);
  const signedIn = (who: Who, one: Somebody): Caller => ({ who, ...one, headers: { cookie: one.cookie } });
  const callers = {
    owner: signedIn("owner", owner),
    listed: signedIn("listed", listed),
    unlisted: signedIn("unlisted", unlisted),
    visitor: signedIn("visitor", guest),
    client,
  };
  const audiences = { private: [], list: [listed.id], members: "people", everyone: "everyone" };
  const agents: Record<string, string> = {};
  const rooms: Record<string, string> = {};
  for (const to of AUDIENCES) {
    const slug = `${to}-${stamp}`;
    const who = { owner: to === "private" ? owner.id : null, audience: audiences[to] };
    const agent = { slug, name: slug, instructions: canaryOf(slug), models: ["openai/told"], ...who };
    await callApi("POST", "/agents", agent);
    const room = { slug: `at-${slug}`, name: slug, cast: [slug], host: slug, router_model: null };
    await callApi("POST", "/rooms", { ...room, ...who });
    agents[to] = slug;
    rooms[to] = room.slug;
  }
  return { stamp, callers, agents, rooms } as Town;
}

async function clientOf(owner: Somebody, stamp: string): Promise<Caller> {
  const made = await owner.ask("POST", "/clients", { slug: `club-${stamp}`, name: "Club" });
  const { id } = (await made.json()) as { id: string };
  const keys = await owner.ask("POST", `/clients/${id}/keys`, {
    name: "A program",
    scopes: ["chat", "read", "write"],
  });
  const { key } = (await keys.json()) as { key: string };
  const headers = { authorization: `Bearer ${key}` };
  const ask = (method: string, path: string, body?: unknown) =>
    send(headers, `/api/v1${path}`, { method, body });
  return { who: "client", id, ask, headers };
}

export function send(
  headers: Record<string, string>,
  path: string,
  { method = "POST", body }: { method?: string; body?: unknown },
): Promise<Response> {
  return worker.fetch(`http://nightjar.test${path}`, {
    method,
    headers: { ...headers, "content-type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

/** It stands in the agent's prompt, and nowhere else. */
export const canaryOf = (slug: string): string => `You are canary.${slug}.`;

/** Words that one try alone has said. */
export const wordsOf = (mark: string): string => `mark.${mark}. ${tell({ text: ["Yes."] })}`;

/** All that models were asked, each as its JSON. */
export async function prompts(): Promise<string[]> {
  const asked = await (await fetch(`${inject("toldModelUrl")}/told`)).json();
  return (asked as unknown[]).map((one) => JSON.stringify(one));
}
