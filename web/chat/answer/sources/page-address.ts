/** Addresses of sources that are pages of the web. */
import { linkAddress } from "../../../markdown/html/addresses.ts";

/** Undefined: it is no page of the web. */
export function pageAddress(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? linkAddress(url, location.origin) : undefined;
}
