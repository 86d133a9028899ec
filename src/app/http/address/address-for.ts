/** The address by which a request came in, as people see it. Pure: a proxy and this machine are told apart by headers alone. */

/** Headers that proxies add. Without them, a request to this machine itself comes from it. */
const FORWARDED = ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "via", "cf-ray"];
const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\])$/;

/** The request's public address; undefined: it is the one that was asked. */
export function addressFor(
  { url, headers }: Pick<Request, "url" | "headers">,
  publicUrl?: string,
): string | undefined {
  if (publicUrl === undefined) return undefined;
  const asked = new URL(url);
  const { protocol, host, origin } = new URL(publicUrl);
  const isForwarded = FORWARDED.some((name) => headers.has(name)) || headers.get("origin") === origin;
  if (asked.origin === origin || (LOOPBACK.test(asked.hostname) && !isForwarded)) return undefined;
  asked.protocol = protocol;
  asked.host = host;
  if (!host.includes(":")) asked.port = "";
  return asked.href;
}
