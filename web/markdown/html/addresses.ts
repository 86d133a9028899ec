/** Decides which addresses of a message may become links or pictures. Text from a model or a web page is untrusted. */

const FILES = "/api/v1/files/";

/** The full address of an allowed link; undefined for anything that could run or act here. */
export function linkAddress(href: string, origin: string): string | undefined {
  const url = parse(href, origin);
  if (!url) return undefined;
  if (url.origin === origin) return isOwnFile(url) ? url.href : undefined;
  return ["http:", "https:", "mailto:", "tel:"].includes(url.protocol) ? url.href : undefined;
}

/**
 * The address of an allowed picture: our own storage only. Loading any other would tell its host whatever the model was
 * talked into putting into the address.
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
    // Incomplete addresses are common while a message streams.
    return undefined;
  }
}
