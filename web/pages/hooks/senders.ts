/** Known senders of hooks, and commands that test a hook from a terminal. */

import { PLAIN_HMAC, type Verification } from "../../../src/domain/hook.ts";
import type { HookWithSecret } from "../../api/hooks.ts";
import { t } from "../../words/t.ts";

export const SENDERS = [
  { value: "bearer", label: t("My own script"), note: t("Sends the secret as a bearer token.") },
  {
    value: "path",
    label: t("Only an address, secret in the path"),
    note: t("For services that can't set headers. Anyone who sees the address can post, so prefer a header."),
  },
  {
    value: "query",
    label: t("Only an address, secret in the query"),
    note: t("For services that can't set headers. Anyone who sees the address can post, so prefer a header."),
  },
  {
    value: "github",
    label: "GitHub",
    note: t(
      "In the repository, under Settings > Webhooks, enter this address, the content type application/json, and the secret.",
    ),
  },
  { value: "gitlab", label: "GitLab", note: t("Enter the secret in its Secret token field.") },
  {
    value: "stripe",
    label: "Stripe",
    note: t("Enter the signing secret that Stripe's dashboard shows for this address."),
  },
  {
    value: "standard",
    label: "Standard Webhooks",
    note: t("Services that follow standardwebhooks.com, such as those using Svix."),
  },
  { value: "shopify", label: "Shopify", note: t("Enter the signing key that Shopify shows.") },
  { value: "custom", label: t("Another"), note: t("Choose how the sender is verified.") },
] as const;

export type Sender = (typeof SENDERS)[number]["value"];

/** Initial settings for a sender described by hand. */
export function plainHmac(): Extract<Verification, { scheme: "hmac" }> {
  return { ...PLAIN_HMAC, header: "X-Signature-256", prefix: "sha256=" };
}

export function addressOf(hook: { path: string }): string {
  return `${location.origin}${hook.path}`;
}

/** The address as its sender needs it: with the secret, where that is part of it. */
export function secretAddressOf(hook: HookWithSecret): string {
  const { verification: how } = hook;
  if (how.scheme !== "address") return addressOf(hook);
  const secret = encodeURIComponent(hook.secret);
  return `${addressOf(hook)}${how.parameter === null ? `/in/${secret}` : `?${how.parameter}=${secret}`}`;
}

/** The command that tests the hook; undefined when it takes more than a line or two. */
export function exampleOf(hook: HookWithSecret): string | undefined {
  const { verification: how } = hook;
  if (how.scheme === "address")
    return `curl -d '{"hello": "world"}' -H 'Content-Type: application/json' \\\n  '${secretAddressOf(hook)}'`;
  if (how.scheme === "token") {
    const header = `${how.header}: ${how.prefix}${hook.secret}`;
    return `curl -d '{"hello": "world"}' -H 'Content-Type: application/json' \\\n  -H '${header}' \\\n  ${addressOf(hook)}`;
  }
  const isPlain = how.signed === "{body}" && how.encoding === "hex" && how.secret_encoding === "text";
  if (!isPlain) return undefined;
  return `BODY='{"hello": "world"}'
SIGNATURE=$(printf %s "$BODY" | openssl dgst -sha256 -hmac '${hook.secret}' | sed 's/.* //')
curl -d "$BODY" -H 'Content-Type: application/json' \\
  -H "${how.header}: ${how.prefix}$SIGNATURE" \\
  ${addressOf(hook)}`;
}

/** "An HMAC in x-hub-signature-256". */
export function proofOf(how: Verification): string {
  if (how.scheme === "address") return t("the secret in its address");
  const { header } = how;
  return how.scheme === "token"
    ? t("the secret in {header}", { header })
    : t("a signature in {header}", { header });
}
