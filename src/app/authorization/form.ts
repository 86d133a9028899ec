/** Forms that clients send, and the proof of a client at the token endpoint. */
import { type OAuthClient, type Outcome, refusalOf } from "../../authorization/client.ts";
import { isDocumentAddress } from "../../authorization/documents.ts";
import { AppError } from "../../domain/errors.ts";
import { hashOf } from "../../storage/d1/people/secret.ts";
import type { ApiContext } from "../http/api.ts";
import { equalInConstantTime } from "../http/authentication/constant-time.ts";
import { storesOf } from "./stores.ts";

const MOST_BYTES = 16_000;

/** Text of a body. Throws an AppError if it is longer than any that is expected. */
export async function textOf(request: Request, most = MOST_BYTES): Promise<string> {
  const isAnnounced = Number(request.headers.get("content-length") ?? 0) <= most;
  // The platform warns of `text()` for a form.
  const text = isAnnounced ? new TextDecoder().decode(await request.arrayBuffer()) : "";
  if (isAnnounced && text.length <= most) return text;
  throw new AppError("payload_too_large", `The body is larger than ${most} bytes.`);
}

export async function formOf(request: Request): Promise<URLSearchParams> {
  return new URLSearchParams(await textOf(request));
}

const UNKNOWN = refusalOf(
  "invalid_client",
  "No such client is registered here, or that is not its secret. Register again.",
);

/** Id of the client that sends the form, once it has proved itself if it has a secret. */
export async function clientIdOf(context: ApiContext, form: URLSearchParams): Promise<Outcome<string>> {
  const { id, secret } = credentialsOf(context, form);
  if (id === "") return refusalOf("invalid_client", "client_id is missing.");
  // Whoever has a metadata document has no secret: PKCE and the refresh token itself bind what it was given.
  if (isDocumentAddress(id)) return { ok: true, value: id };
  const client = await storesOf(context).clients.get(id);
  return client && (await isProved(client, secret)) ? { ok: true, value: id } : UNKNOWN;
}

async function isProved({ secret_hash }: OAuthClient, secret: string): Promise<boolean> {
  return secret_hash === null || equalInConstantTime(await hashOf(secret), secret_hash);
}

function credentialsOf({ req }: ApiContext, form: URLSearchParams): { id: string; secret: string } {
  const basic = /^Basic +(\S+)$/i.exec(req.header("authorization") ?? "")?.[1];
  if (basic === undefined)
    return { id: form.get("client_id") ?? "", secret: form.get("client_secret") ?? "" };
  try {
    const [id = "", secret = ""] = atob(basic).split(":").map(decodeURIComponent);
    return { id, secret };
  } catch {
    return { id: "", secret: "" };
  }
}
