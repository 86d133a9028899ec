/** Content that another app shared with the installed app: the service worker stored it. */

const SHARED = "nightjar-shared";

export interface SharedContent {
  text: string;
  files: File[];
}

/** Null when nothing was shared. Each share is taken once. */
export async function takeShared(): Promise<SharedContent | null> {
  history.replaceState(null, "", "/");
  if (!("caches" in window) || !(await caches.has(SHARED))) return null;
  const cache = await caches.open(SHARED);
  const words = await cache.match("/shared/words");
  const requests = (await cache.keys()).filter(({ url }) =>
    new URL(url).pathname.startsWith("/shared/files/"),
  );
  const files = await Promise.all(requests.map((request) => fileIn(cache, request)));
  await caches.delete(SHARED);
  return { text: (await words?.text()) ?? "", files: files.flatMap((file) => file ?? []) };
}

async function fileIn(cache: Cache, request: Request): Promise<File | undefined> {
  const response = await cache.match(request);
  if (!response) return undefined;
  const name = decodeURIComponent(response.headers.get("x-name") ?? "") || "shared";
  return new File([await response.blob()], name, { type: response.headers.get("content-type") ?? "" });
}
