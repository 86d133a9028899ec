/** Exports a person's other data without its secrets: capabilities, hooks, MCP servers, jobs, costs. */

import { type ArchiveFile, jsonFile, textFile } from "../../export/archive.ts";
import { HOOKS } from "../../hooks/verbs.ts";
import type { Job } from "../../jobs/job.ts";
import type { McpServer } from "../../tools/mcp/store.ts";
import { CAPABILITIES } from "../capabilities/routes/capabilities.ts";
import type { Services } from "./services.ts";

const PAGE = 500;
/** About 3 MB: a file is in memory while it is written. */
const CALLS_IN_A_FILE = 10_000;

/** Rejects if any of it cannot be read. */
export async function* records(services: Services, owner: string): AsyncGenerator<ArchiveFile> {
  yield* capabilities(services, owner);
  yield* hooks(services, owner);
  yield* servers(services, owner);
  yield* jobs(services, owner);
  yield* costs(services, owner);
}

/** One folder per version, in the form in which it can be imported again. */
async function* capabilities(services: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const { catalog, secrets } = services.verbs(CAPABILITIES);
  const shares = await catalog.shares(owner);
  const listed: object[] = [];
  for (const { owner: _owner, ...capability } of await catalog.list(owner)) {
    const { id, name } = capability;
    listed.push({ ...capability, shared: shares.get(id) ?? [] });
    for (const { version } of await catalog.versions(owner, name)) {
      const bundle = await catalog.bundle(owner, name, version);
      for (const [path, text] of Object.entries(bundle?.files ?? {}))
        yield textFile(`capabilities/${name}/v${version}/${path}`, text);
    }
  }
  const kept = (await secrets.list(owner)).map(({ name }) => name);
  yield jsonFile("capabilities.json", { left_out: LEFT_OUT.capabilities, secrets: kept, items: listed });
}

async function* hooks(services: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const items = (await services.verbs(HOOKS).hooks.list(owner)).map(
    ({ owner: _owner, hint: _hint, ...hook }) => hook,
  );
  yield jsonFile("hooks.json", { left_out: LEFT_OUT.hooks, items });
}

async function* servers({ mcpServers }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const items = (await mcpServers.list(owner)).map(serverOf);
  yield jsonFile("mcp-servers.json", { left_out: LEFT_OUT.servers, items });
}

function serverOf({ owner: _owner, headers, oauth, url, listed: _listed, ...server }: McpServer) {
  return {
    ...server,
    url: withoutSecrets(url),
    header_names: Object.keys(headers),
    signs_in: oauth !== null,
  };
}

/** Addresses may contain keys too: as user name and password, or in the query. */
function withoutSecrets(address: string): string {
  const url = URL.parse(address);
  if (url === null) return "";
  const asked = [...new Set(url.searchParams.keys())];
  url.search = "";
  [url.username, url.password, url.hash] = ["", "", ""];
  return asked.length === 0 ? url.href : `${url.href}?${asked.map((name) => `${name}=`).join("&")}`;
}

async function* jobs({ jobs }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  const lines: string[] = [];
  let before: string | undefined;
  do {
    const page: Job[] = await jobs.store.list(
      { owner },
      { limit: PAGE, ...(before !== undefined && { before }) },
    );
    for (const { owner: _owner, ...job } of page) lines.push(lineOf(job));
    before = page.length < PAGE ? undefined : page.at(-1)?.id;
  } while (before !== undefined);
  yield textFile("jobs.jsonl", lines.join(""));
}

async function* costs({ costs }: Services, owner: string): AsyncGenerator<ArchiveFile> {
  let page = await costs.rows(owner, CALLS_IN_A_FILE);
  for (let file = 1; file === 1 || page.length > 0; file += 1) {
    const lines = page.map(({ owner: _owner, ...row }) => lineOf(row));
    yield textFile(`costs/${String(file).padStart(3, "0")}.jsonl`, lines.join(""));
    page = page.length < CALLS_IN_A_FILE ? [] : await costs.rows(owner, CALLS_IN_A_FILE, page.at(-1));
  }
}

const lineOf = (value: object) => `${JSON.stringify(value)}\n`;

const LEFT_OUT = {
  capabilities: "The values of secrets: they are encrypted and never shown. Their names stand here.",
  hooks: "The secrets of hooks: they are encrypted and never shown. Each hook needs a new one elsewhere.",
  servers:
    "The values of headers, what stands behind the ? of addresses, and sign-ins: whoever uses this file has to enter them again.",
} as const;
