// Without a network the app opens, and shows what was read last. The server always goes first: what is kept is shown only when it cannot be
// reached.
const SHELL = "nightjar-shell";
/** What one person has read: the page empties it when they sign out. */
const READING = "nightjar-reading";
const MOST_ASSETS = 150;
const MOST_READ = 400;
const LARGEST_READ = 1_000_000;
/** Longer than that a page is not waited for when there is one here. */
const PATIENCE_MS = 3_000;

/** Pages of its own, or nothing to do with the app. */
const NOT_SHELL = /^\/(api|v1|mcp|webhooks|signin|preview|diagram|sw)(\/|\.|$)/;
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

/** The page and what it loads at once; what it loads later is kept when it does. */
async function keepShell() {
  const cache = await caches.open(SHELL);
  const page = await fetch("/", { cache: "no-cache" });
  const text = await page.clone().text();
  const named = [...text.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|woff2|svg|webmanifest))"/g)];
  await cache.put("/", page);
  await Promise.all(named.map(([, path]) => cache.add(path).catch(() => undefined)));
}

/** Every address of the app is the same page. */
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

/** Its name changes with what is in it. */
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
    if (response.ok && size <= LARGEST_READ)
      keep({ name: READING, as: request, most: MOST_READ }, response.clone());
    return response;
  } catch (problem) {
    const kept = await caches.match(request, { cacheName: READING });
    if (kept) return kept;
    throw problem;
  }
}

/** A full disk loses comfort alone. The oldest go first. */
async function keep({ name, as, most = MOST_ASSETS }, response) {
  try {
    const cache = await caches.open(name);
    await cache.put(as, response);
    const others = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== "/");
    for (const old of others.slice(0, -most)) await cache.delete(old);
  } catch {
    // What could not be kept is asked for again.
  }
}
