/** Web addresses as people write them, and when two of them are the same. */

/** `https://host/path`, or `host.tld/path` without a scheme. */
const ADDRESS =
  /https?:\/\/[^\s<>"'`|\\^{}]+|(?<![\w@./-])(?:[a-z0-9-]+\.)+[a-z]{2,24}(?::\d+)?(?:\/[^\s<>"'`|\\^{}]*)?/gi;
const TRAILING = /[.,;:!?)\]}*_]+$/;

/** Addresses in running text, without the punctuation that follows them. */
export function addressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).flatMap((found) => {
    const trimmed = found.replace(TRAILING, "");
    return trimmed === found ? [found] : [found, trimmed];
  });
}

/** Each once. */
export function plainAddressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((found) => found.replace(TRAILING, ""));
}

/**
 * Equal for equal places: no scheme, no trailing slash. What does not parse equals only itself. The fragment counts: a page's
 * scripts can read it.
 */
export function addressKey(address: string): string {
  const url = parse(address);
  if (!url) return address;
  const { username, password, host, pathname, search, hash } = url;
  return `${username}:${password}@${host}${pathname.replace(/\/$/, "")}${search}${hash}`;
}

export function withoutFragment(address: string): string {
  return address.replace(/#.*$/s, "");
}

function parse(address: string): URL | null {
  return URL.parse(/^[a-z][a-z0-9+.-]*:\/\//i.test(address) ? address : `https://${address}`);
}
