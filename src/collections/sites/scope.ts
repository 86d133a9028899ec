/** Scope of a site: which addresses are its pages. */

/** Kinds of files without words for a reader. */
const NO_PAGE =
  /\.(?:png|jpe?g|gif|svg|webp|avif|ico|bmp|css|m?js|map|woff2?|ttf|eot|mp[34]|webm|ogg|wav|mov|avi|zip|t?gz|bz2|xz|7z|rar|exe|dmg|iso|apk|jar)$/i;
const MOST_CHARACTERS = 600;

/** Whether the address is on the same host as the start, at its path or below. */
export function isWithin(start: string, address: string): boolean {
  const [from, url] = [URL.parse(start), URL.parse(address)];
  if (!from || !url || url.origin !== from.origin) return false;
  return url.pathname === from.pathname || url.pathname.startsWith(folderOf(from.pathname));
}

/** The address of a page of the site as it is kept: without a fragment. Undefined: it is none. */
export function pageOf(start: string, address: string): string | undefined {
  const url = URL.parse(address, start);
  if (!url) return undefined;
  if (url.username !== "" || url.password !== "" || url.href.length > MOST_CHARACTERS) return undefined;
  url.hash = "";
  return isWithin(start, url.href) && !NO_PAGE.test(url.pathname) ? url.href : undefined;
}

/** `/guide/start.html` stands for its folder, `/guide` for itself and what is below. */
function folderOf(path: string): string {
  if (path.endsWith("/")) return path;
  const at = path.lastIndexOf("/") + 1;
  return path.slice(at).includes(".") ? path.slice(0, at) : `${path}/`;
}
