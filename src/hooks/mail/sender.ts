/**
 * Verifies that a mail is from the domain it claims, by the results that the receiving server writes above
 * everything the sender wrote. DMARC decides if the domain has a policy; otherwise a DKIM signature of the
 * domain does.
 */

/** Cloudflare's receiving server. */
const RECEIVER = "mx.cloudflare.net";

/** `results` is the first Authentication-Results header of the mail; undefined if it has none. */
export function isFrom(domain: string, results: string | undefined): boolean {
  const found = results === undefined ? undefined : methodsIn(results);
  if (!found) return false;
  const dmarc = found.filter(({ method }) => method === "dmarc");
  if (dmarc.some(({ result }) => result === "fail")) return false;
  if (dmarc.some((each) => each.result === "pass" && isOf(domain, each.properties.get("header.from"))))
    return true;
  return found.some(
    (each) =>
      each.method === "dkim" && each.result === "pass" && isOf(domain, each.properties.get("header.d")),
  );
}

interface Method {
  method: string;
  result: string;
  properties: ReadonlyMap<string, string>;
}

/** Undefined if another server wrote the results, or they cannot be parsed with certainty. */
function methodsIn(results: string): Method[] | undefined {
  const plain = results
    .replace(/"[^"\\]*"/g, '""')
    .replace(/\([^()"]*\)/g, " ")
    .replaceAll('""', " ");
  if (/["\\()]/.test(plain)) return undefined;
  const [server = "", ...rest] = plain.split(";").map((entry) => entry.trim());
  if (server.toLowerCase().split(/\s+/)[0] !== RECEIVER) return undefined;
  // SPF entries contain the server name that the sender chose, so nothing after them is trusted.
  const spf = rest.findIndex((entry) => /^spf\s*=/i.test(entry));
  return rest.slice(0, spf === -1 ? rest.length : spf).map(methodOf);
}

function methodOf(entry: string): Method {
  const [first = "", ...others] = entry.toLowerCase().split(/\s+/);
  const [method = "", result = ""] = first.split("=");
  return { method, result, properties: new Map(others.map(pairOf)) };
}

function pairOf(text: string): [string, string] {
  const at = text.indexOf("=");
  return [text.slice(0, at), text.slice(at + 1)];
}

/** A domain may sign for its subdomains. */
function isOf(domain: string, signed: string | undefined): boolean {
  if (!signed?.includes(".")) return false;
  return domain === signed || domain.endsWith(`.${signed}`);
}
