/**
 * The header of a proxy that signs people in. It is believed only with its secret, so that whoever reaches the Worker without it
 * cannot say the same. Fails closed: a header that is not proved is refused, not passed over.
 */
import { AppError } from "../../../domain/errors.ts";
import { USERNAME } from "../../../people/person.ts";
import { equalInConstantTime } from "./constant-time.ts";

/** Where the proxy shows its secret. */
export const PROXY_SECRET_HEADER = "x-trusted-proxy-secret";

export interface ProxySettings {
  TRUSTED_HEADER?: string | undefined;
  TRUSTED_PROXY_SECRET?: string | undefined;
}

/** Whom the proxy has signed in, by username; undefined: the request does not say. Throws an AppError where it is not proved. */
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
