/** Client metadata documents: a client whose id is the https address at which it describes itself. */
import type { GuardedFetch } from "../agent/ports/fetch.ts";
import { isRecord } from "../platform/json.ts";
import { metadataOf, type OAuthClient, type OAuthClients, type Outcome, refusalOf } from "./client.ts";

const KEPT_MS = 60 * 60_000;
const MOST_BYTES = 10_000;
const PATIENCE_MS = 5_000;

/** Whether the id is such an address: https with a path, and nothing that would make it ambiguous. */
export function isDocumentAddress(id: string): boolean {
  if (!URL.canParse(id)) return false;
  const { protocol, pathname, hash, username, password, href } = new URL(id);
  return protocol === "https:" && pathname !== "/" && hash + username + password === "" && href === id;
}

export interface DocumentDeps {
  clients: OAuthClients;
  guard: Pick<GuardedFetch, "load">;
  now(): number;
}

/** The client of that document, read anew once an hour. */
export async function readDocument(deps: DocumentDeps, id: string): Promise<Outcome<OAuthClient>> {
  const known = await deps.clients.get(id);
  if (known) return { ok: true, value: known };
  const document = await loaded(deps, id);
  if (document === undefined)
    return refusalOf("invalid_client", `The description of the app at ${id} can't be read.`);
  if (document["client_id"] !== id || document["client_secret"] !== undefined)
    return refusalOf("invalid_client", `The description at ${id} is not that of the app that asks.`);
  const metadata = metadataOf(document);
  if (!metadata.ok) return metadata;
  const { name, redirect_uris } = metadata.value;
  const [created_at, expires_at] = [deps.now(), deps.now() + KEPT_MS];
  const client = { id, name, redirect_uris, secret_hash: null, created_at, expires_at };
  await deps.clients.put(client);
  return { ok: true, value: client };
}

/** Undefined for anything but JSON that is small and there at once: a redirect would be another address. */
async function loaded({ guard }: DocumentDeps, id: string): Promise<Record<string, unknown> | undefined> {
  const answer = await guard.load(id, {
    headers: { accept: "application/json" },
    redirect: "manual",
    max_bytes: MOST_BYTES,
    timeout_ms: PATIENCE_MS,
  });
  if (!answer.ok || answer.status !== 200) return undefined;
  try {
    const document: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    return isRecord(document) ? document : undefined;
  } catch {
    return undefined;
  }
}
