/**
 * The header of a proxy that signs people in. It is believed only with the proxy's secret, so that nobody who reaches the
 * Worker directly can forge it. Fails closed: an unproved header is refused, not ignored.
 */
import { AppError } from "../../../domain/errors.ts";
import { USERNAME } from "../../../people/person.ts";
import { equalInConstantTime } from "./constant-time.ts";

/** The header that carries the proxy's secret. */
export const PROXY_SECRET_HEADER = "x-trusted-proxy-secret";

export interface ProxySettings {
  TRUSTED_HEADER?: string | undefined;
  TRUSTED_PROXY_SECRET?: string | undefined;
}

/**
 * Username of the person whom the proxy has signed in; undefined if the request names nobody. Throws an AppError if it is
 * not proved.
 */
export function nameByProxy(headers: Headers, settings: ProxySettings): string | undefined {
  const { TRUSTED_HEADER: header, TRUSTED_PROXY_SECRET: expected } = settings;
  const name = header === undefined ? null : headers.get(header);
  if (name === null) return undefined;
  if (expected === undefined)
    throw notBelieved(
      "TRUSTED_HEADER is set and TRUSTED_PROXY_SECRET is not, so no proxy is believed. Set both.",
    );
  if (!equalInConstantTime(headers.get(PROXY_SECRET_HEADER) ?? "", expected))
    throw notBelieved(
      `The header ${header} is believed only together with ${PROXY_SECRET_HEADER}, whose value is TRUSTED_PROXY_SECRET.`,
    );
  // Two headers of that name arrive as one, with a comma: nobody can tell which of them the proxy has written.
  if (!USERNAME.test(name)) throw notBelieved(`The header ${header} does not hold one username.`);
  return name;
}

export function notBelieved(reason: string): AppError {
  return new AppError("unauthorized", reason);
}
