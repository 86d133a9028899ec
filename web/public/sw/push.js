// Shows this instance's notifications, and opens the place that they are about.
self.addEventListener("push", (event) => event.waitUntil(show(event.data?.json())));

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data));
});

/** Shows nothing to a person who is looking at the place already. */
async function show(notice) {
  if (!notice) return;
  const { title, body, path, tag } = notice;
  const windows = await self.clients.matchAll({ type: "window" });
  const isSeen = windows.some(
    (window) => window.visibilityState === "visible" && new URL(window.url).pathname === path,
  );
  if (isSeen) return;
  await self.registration.showNotification(title, { body, tag, icon: "/icon-192.png", data: path });
}

async function open(path) {
  const windows = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const [window] = windows;
  if (!window) return self.clients.openWindow(path);
  await window.focus();
  window.postMessage({ type: "go", path });
}
