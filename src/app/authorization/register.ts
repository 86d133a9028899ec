/** Registration of clients by themselves (RFC 7591). */
import { type ClientMetadata, metadataOf, refusalOf } from "../../authorization/client.ts";
import { AUTH_METHODS, GRANT_TYPES, RESPONSE_TYPES } from "../../authorization/metadata.ts";
import { hashOf, newSecret } from "../../storage/d1/people/secret.ts";
import type { ApiContext } from "../http/api.ts";
import { countByAddress } from "../http/authentication/rate-limit.ts";
import { reply } from "../http/reply.ts";
import { textOf } from "./form.ts";
import { servicesOf } from "./services.ts";
import { random, storesOf } from "./stores.ts";

/** A registration that nobody has allowed by then ends. */
const UNUSED_MS = 86_400_000;
const MOST_BYTES = 60_000;
/** Registrations of one address; where addresses are unknown, of all. */
const ALLOWANCE = { most: 30, seconds: 60 * 60 };
const NO_STORE = { "cache-control": "no-store" };

export async function register(context: ApiContext) {
  await countByAddress(context, "registrations of apps", ALLOWANCE);
  const metadata = metadataOf(jsonIn(await textOf(context.req.raw, MOST_BYTES)));
  if (!metadata.ok) return reply(400, metadata.refusal, NO_STORE);
  const { name, redirect_uris } = metadata.value;
  const { client, secret } = await made(context, metadata.value);
  if (!(await storesOf(context).clients.put(client)))
    return reply(503, FULL.refusal, { ...NO_STORE, "retry-after": "3600" });
  return reply(
    201,
    {
      client_id: client.id,
      client_id_issued_at: Math.floor(client.created_at / 1000),
      ...(secret !== undefined && { client_secret: secret.value, client_secret_expires_at: 0 }),
      client_name: name,
      redirect_uris: [...redirect_uris],
      grant_types: [...GRANT_TYPES],
      response_types: [...RESPONSE_TYPES],
      token_endpoint_auth_method: secret?.method ?? "none",
    },
    NO_STORE,
  );
}

const FULL = refusalOf("temporarily_unavailable", "Too many apps are registered here. Try again in an hour.");

/** Undefined, which is no metadata, for what is not JSON. */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A client that asks for a secret gets one; a way to prove itself that is not known here becomes none. */
async function made(context: ApiContext, { name, redirect_uris, auth_method }: ClientMetadata) {
  const { now } = servicesOf(context);
  const method = AUTH_METHODS.find((known) => known === auth_method && known !== "none");
  const secret = method && { method, value: newSecret(random) };
  const client = {
    id: `njc_${newSecret(random)}`,
    name,
    redirect_uris,
    secret_hash: secret ? await hashOf(secret.value) : null,
    created_at: now(),
    expires_at: now() + UNUSED_MS,
  };
  return { client, secret };
}
