/** Which addresses of a message may become links or pictures. What a model or a web page wrote is untrusted. */

const FILES = "/api/v1/files/";

/** An address that may be a link, in full; undefined for anything that could run or act here. */
export function linkAddress(href: string, origin: string): string | undefined {
  const url = parse(href, origin);
  if (!url) return undefined;
  if (url.origin === origin) return isOwnFile(url) ? url.href : undefined;
  return ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}

/**
 * An address that may be loaded as a picture: our own storage only. Loading any other would tell its host
 * whatever the model was talked into putting into the address.
 */
export function ownPicture(src: string, origin: string): string | undefined {
  const url = parse(src, origin);
  return url && url.origin === origin && isOwnFile(url) ? url.pathname + url.search : undefined;
}

function isOwnFile(url: URL): boolean {
  return (
    url.pathname.startsWith(FILES) && url.pathname.length > FILES.length && !/%2f|%5c/i.test(url.pathname)
  );
}

function parse(address: string, origin: string): URL | undefined {
  try {
    return new URL(address, `${origin}/`);
  } catch {
    // Half-written addresses are common while a message streams.
    return undefined;
  }
}
