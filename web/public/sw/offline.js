// Without a network the app opens, and shows the data read last. The server always goes first: cached data is shown
// only when it cannot be reached.
const SHELL = "nightjar-shell";
/** Cache of one person's data: the page empties it when they sign out. */
const READING = "nightjar-reading";
const MOST_ASSETS = 150;
const MOST_READ = 400;
const LARGEST_READ = 1_000_000;
/** A cached page is shown when the server takes longer than this. */
const PATIENCE_MS = 3_000;

/** Paths that are pages of their own, or that do not belong to the app. */
const NOT_SHELL = /^\/(api|v1|mcp|webhooks|signin|shared|preview|diagram|sw)(\/|\.|$)/;
const READ =
  /^\/api\/v1\/(auth\/session|me|agents|models|prompts|inbox|conversations(\/labels|\/\w+(\/messages|\/children)?)?|files\/\w+)$/;

self.addEventListener("install", (event) => event.waitUntil(keepShell().then(() => self.skipWaiting())));
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") {
    if (!NOT_SHELL.test(url.pathname)) event.respondWith(shell(request));
  } else if (url.pathname.startsWith("/assets/")) event.respondWith(asset(request));
  else if (READ.test(url.pathname) && !url.searchParams.has("q")) event.respondWith(read(request));
});

/** Caches the page and the files that it loads at once; later ones are cached when they load. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/", { cache: "no-cache" });
  const text = await page.clone().text();
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg))"/g)];
  await cache.put("/", page);
  await Promise.all(named.map(([, path]) => cache.add(path).catch(() => undefined)));
}

/** All addresses of the app share one page. */
async function shell(request) {
  const kept = await caches.match("/", { cacheName: SHELL });
  const asked = fetch(request).then((response) => {
    if (response.ok && !response.redirected) keep({ name: SHELL, as: "/" }, response.clone());
    return response;
  });
  if (!kept) return asked;
  const late = new Promise((resolve) => setTimeout(() => resolve(kept), PATIENCE_MS));
  return Promise.race([asked.catch(() => kept), late]);
}

/** A file's name changes with its content. */
async function asset(request) {
  const kept = await caches.match(request, { cacheName: SHELL });
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok) keep({ name: SHELL, as: request, most: MOST_ASSETS }, response.clone());
  return response;
}

async function read(request) {
  try {
    const response = await fetch(request);
    const size = Number(response.headers.get("content-length") ?? 0);
    // A temporary chat is kept nowhere.
    const isKept = response.headers.get("cache-control") !== "no-store";
    if (response.ok && isKept && size <= LARGEST_READ)
      keep({ name: READING, as: request, most: MOST_READ }, response.clone());
    return response;
  } catch (problem) {
    const kept = await caches.match(request, { cacheName: READING });
    if (kept) return kept;
    throw problem;
  }
}

/** A full disk costs only comfort. The oldest entries are removed first. */
async function keep({ name, as, most = MOST_ASSETS }, response) {
  try {
    const cache = await caches.open(name);
    await cache.put(as, response);
    const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== "/");
    for (const old of others.slice(0, -most)) await cache.delete(old);
  } catch {
    // A response that could not be cached is requested again.
  }
}
