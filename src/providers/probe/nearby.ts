/** Model servers that listen on this machine, at fixed loopback addresses: one short request each, side by side. */
import { parseJson } from "../../platform/json.ts";
import type { Catalog } from "../catalog/catalog.ts";
import { isTalking } from "../catalog/talking.ts";
import { isObject, type JsonObject, listIn, textIn } from "../wire/json.ts";

export interface NearbyServer {
  /** Name of the provider that speaks with it. */
  provider: string;
  label: string;
  base_url: string;
  /** Models that answer in words, as it spells them. Empty: it has none yet. */
  models: string[];
}

interface NearbyDeps {
  fetch: typeof fetch;
  catalog: Catalog;
}

const PATIENCE_MS = 800;
const MOST_CHARACTERS = 1_000_000;
const MOST_MODELS = 500;

/** Servers found, in the order of the ports. Never throws. */
export async function serversNearby(ports: readonly number[], deps: NearbyDeps): Promise<NearbyServer[]> {
  const found = await Promise.all(ports.map((port) => serverAt(port, deps)));
  return found.filter((server) => server !== undefined);
}

async function serverAt(port: number, { fetch, catalog }: NearbyDeps): Promise<NearbyServer | undefined> {
  const base_url = `http://127.0.0.1:${port}/v1`;
  const list = await listAt(`${base_url}/models`, fetch);
  if (!list) return undefined;
  const entries = listIn(list, "data").filter(isObject);
  const known = catalog.providers.find(
    ({ known_by, local_port }) =>
      entries.some((entry) => known_by.includes(textIn(entry, "owned_by"))) ||
      (entries.length === 0 && local_port === port),
  );
  const models = entries.map((entry) => textIn(entry, "id")).filter((id) => id !== "" && isTalking(id));
  return {
    provider: known?.name ?? "compatible",
    label: known?.label ?? catalog.provider("compatible")?.label ?? "",
    base_url,
    models: models.slice(0, MOST_MODELS),
  };
}

/** A list of models in OpenAI's form. Undefined: nothing listens there, or it is no model server. */
async function listAt(address: string, fetch: NearbyDeps["fetch"]): Promise<JsonObject | undefined> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const response = await fetch(address, {
      signal,
      redirect: "manual",
      headers: { accept: "application/json" },
    });
    const text = response.ok ? await response.text() : "";
    const body = text.length <= MOST_CHARACTERS ? parseJson(text) : undefined;
    return isObject(body) && body["object"] === "list" && "data" in body ? body : undefined;
  } catch {
    return undefined;
  }
}
