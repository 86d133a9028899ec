/** Web addresses as people write them, and their comparison. */

/** Matches `https://host/path`, or `host.tld/path` without a scheme. */
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

/** The addresses of a text, each once. */
export function plainAddressesIn(text: string): string[] {
  return (text.match(ADDRESS) ?? []).map((found) => found.replace(TRAILING, ""));
}

/**
 * Key that is equal for equal addresses: it ignores scheme and trailing slash. An invalid address equals only itself.
 * The fragment counts: a page's scripts can read it.
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
