/** Headers of a delivery, by their standard names or by those of Svix, whose senders sign in the same way. */

const SVIX_NAMES: Readonly<Record<string, string>> = {
  "webhook-id": "svix-id",
  "webhook-timestamp": "svix-timestamp",
  "webhook-signature": "svix-signature",
};

/** Value of that header, or of the header that Svix sends in its place; undefined: neither is there. */
export function headerIn(headers: Headers, name: string): string | undefined {
  const svix = SVIX_NAMES[name];
  return headers.get(name) ?? (svix === undefined ? null : headers.get(svix)) ?? undefined;
}
