// Stores what another app shares with the installed one, until a page takes it into a message.
const SHARED = "nightjar-shared";

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "POST" || new URL(request.url).pathname !== "/share") return;
  event.respondWith(takeShared(request));
});

async function takeShared(request) {
  const form = await request.formData();
  await caches.delete(SHARED);
  const cache = await caches.open(SHARED);
  const words = ["title", "text", "url"]
    .map((name) => form.get(name))
    .filter((word) => typeof word === "string" && word !== "");
  await cache.put("/shared/words", new Response(words.join("\n")));
  const files = form.getAll("files").filter((file) => typeof file !== "string");
  for (const [at, file] of files.entries()) {
    const headers = { "content-type": file.type, "x-name": encodeURIComponent(file.name) };
    await cache.put(`/shared/files/${at}`, new Response(file, { headers }));
  }
  return Response.redirect("/?shared", 303);
}
