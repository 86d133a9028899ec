/** Redirect addresses of clients: which may be registered, when a given one is a registered one, and where each leads. */

const LOOPBACK: ReadonlySet<string> = new Set(["127.0.0.1", "[::1]", "localhost"]);

/** Schemes that browsers give a meaning of their own; any other opens an app on the device (RFC 8252, 7.1). */
const OF_BROWSERS: ReadonlySet<string> = new Set(
  "about blob data file filesystem ftp javascript mailto sms tel vbscript view-source ws wss".split(" "),
);

/** Whether people may be sent there: https, this computer's own addresses, or an app's own scheme. */
export function isRedirectAddress(text: string): boolean {
  if (!URL.canParse(text) || text.includes("#")) return false;
  const { protocol, hostname, username, password } = new URL(text);
  if (username !== "" || password !== "") return false;
  if (protocol === "https:") return true;
  return protocol === "http:" ? LOOPBACK.has(hostname) : !OF_BROWSERS.has(protocol.slice(0, -1));
}

/** Exactly a registered one; on this computer any port will do, since programs take a free one (RFC 8252, 7.3). */
export function isRegistered(address: string, registered: readonly string[]): boolean {
  return registered.some((each) => each === address || isSameButPort(each, address));
}

function isSameButPort(one: string, other: string): boolean {
  const [left, right] = [withoutPort(one), withoutPort(other)];
  return left !== undefined && left === right;
}

/** Undefined for an address that is not this computer's own. */
function withoutPort(address: string): string | undefined {
  const url = new URL(address);
  if (url.protocol !== "http:" || !LOOPBACK.has(url.hostname)) return undefined;
  url.port = "";
  return url.href;
}

/** Kind and name of the place that a redirect leads to, for its person to judge. */
export type RedirectPlace =
  | { kind: "site"; name: string }
  /** A program on the computer of the browser. */
  | { kind: "computer"; name: string }
  /** An app on the device, by its scheme. */
  | { kind: "app"; name: string };

export function placeOf(address: string): RedirectPlace {
  const { protocol, host, hostname } = new URL(address);
  if (protocol === "https:") return { kind: "site", name: host };
  if (protocol === "http:") return { kind: "computer", name: hostname };
  return { kind: "app", name: protocol.slice(0, -1) };
}
