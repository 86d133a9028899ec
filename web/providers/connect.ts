/** Connects a model server or provider: the account is added, tested, and serves from then on. */
import type { AccountFields, AccountTest } from "../../src/contract/instance/accounts.ts";
import type { NearbyServer } from "../../src/contract/instance/models.ts";
import { addAccount, chooseModels, readReached, removeAccount, tryAccount } from "../api/models.ts";
import { catalog } from "../session/catalog.svelte.ts";
import { t } from "../words/t.ts";
import { isOffline, problemWords } from "./words.ts";

/** Outcome of connecting an account. */
export type ConnectOutcome =
  | { ok: true; model: string; text: string }
  /** `host` has to be confirmed first: it is not on the public web. `isTested`: added, but its test failed. */
  | { ok: false; reason: string; host?: string; isTested?: true };

/** An account whose test fails is not kept, unless `isKept`. */
export async function connect(account: AccountFields, isKept = false): Promise<ConnectOutcome> {
  const added = await addAccount(account);
  if (!added.ok) {
    const host = added.error === "unconfirmed" ? hostOf(account.base_url) : undefined;
    return host === undefined ? { ok: false, reason: added.reason } : { ok: false, reason: "", host };
  }
  const { id } = added.value;
  const tried = await tryAccount(id);
  const test: AccountTest = tried.ok ? tried.value : { ok: false, model: "", reason: tried.reason };
  if (!test.ok && !isKept) {
    await removeAccount(id);
    return { ok: false, reason: problemWords(test, added.value), isTested: true };
  }
  if (test.ok) await readReached(id);
  await serve(test.ok ? test.model : undefined);
  return { ok: true, model: test.model, text: test.text ?? "" };
}

/** Connects a server of this machine, without waiting for it to load a model. */
export async function connectNearby(server: NearbyServer): Promise<ConnectOutcome> {
  const { provider, base_url } = server;
  const host = hostOf(base_url);
  const added = await addAccount({ provider, base_url, ...(host !== undefined && { allow_address: host }) });
  if (!added.ok) return added;
  const reached = await readReached(added.value.id);
  if (!reached.ok || !reached.value.ok) {
    await removeAccount(added.value.id);
    return { ok: false, reason: reached.ok ? problemWords(reached.value, added.value) : reached.reason };
  }
  await serve(server.models[0] && `${provider}/${server.models[0]}`);
  return { ok: true, model: catalog.defaultModel, text: "" };
}

/** The account's models can be chosen from then on; the first one ends the offline model's reign. */
async function serve(model: string | undefined): Promise<void> {
  await catalog.renew();
  if (model === undefined || !isOffline(catalog.defaultModel)) return;
  await chooseModels({ default: model });
  await catalog.renew();
}

/** `host:port` of an address, as a confirmation names it. */
function hostOf(address: string | undefined): string | undefined {
  const url = URL.parse(address ?? "");
  if (!url) return undefined;
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.+$/, "");
  return `${host}:${url.port || (url.protocol === "https:" ? "443" : "80")}`;
}

/** Names of a server's models, the first few. */
export function modelsOf({ models }: NearbyServer): string {
  const [first = "", second = "", ...others] = models;
  const named = [first, second].filter(Boolean).join(", ");
  return others.length > 0 ? t("{named} and {n} more", { named, n: others.length }) : named;
}
