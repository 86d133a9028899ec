/**
 * Whether a mail is from the domain that it says: by what the receiving server has found, which it writes above all that the
 * sender wrote. DMARC decides where the domain has a policy; else a DKIM signature of the domain does.
 */

/** Cloudflare's receiving server. */
const RECEIVER = "mx.cloudflare.net";

/** `results`: the first Authentication-Results of the mail; undefined: it has none. */
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

/** Undefined: another server wrote it, or it cannot be read with certainty. */
function methodsIn(results: string): Method[] | undefined {
  const plain = results
    .replace(/"[^"\\]*"/g, '""')
    .replace(/\([^()"]*\)/g, " ")
    .replaceAll('""', " ");
  if (/["\\()]/.test(plain)) return undefined;
  const [server = "", ...rest] = plain.split(";").map((entry) => entry.trim());
  if (server.toLowerCase().split(/\s+/)[0] !== RECEIVER) return undefined;
  // What a sender calls its server stands in the entries of SPF: nothing behind them is believed.
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

/** A domain speaks for those below it. */
function isOf(domain: string, signed: string | undefined): boolean {
  if (!signed?.includes(".")) return false;
  return domain === signed || domain.endsWith(`.${signed}`);
}
