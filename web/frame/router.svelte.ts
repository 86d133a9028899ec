/** The route that is shown, and moving between routes without loading the page. */
import { type Route, routeOf } from "./routes.ts";

let current = $state.raw<Route>(routeOf(location.pathname));

export const router = {
  get route(): Route {
    return current;
  },
  go(path: string): void {
    if (path !== location.pathname) history.pushState(null, "", path);
    current = routeOf(path);
  },
  /** The same page under another address: nothing is drawn anew. */
  rename(path: string): void {
    history.replaceState(null, "", path);
    current = routeOf(path);
  },
};

window.addEventListener("popstate", () => {
  current = routeOf(location.pathname);
});

/** Plain clicks on our own links stay in the app. */
document.addEventListener("click", (event) => {
  if (
    event.defaultPrevented ||
    event.button !== 0 ||
    event.metaKey ||
    event.ctrlKey ||
    event.shiftKey ||
    event.altKey
  )
    return;
  const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
  if (!(link instanceof HTMLAnchorElement) || link.target !== "" || link.origin !== location.origin) return;
  if (link.pathname.startsWith("/api/") || link.hasAttribute("download")) return;
  event.preventDefault();
  router.go(link.pathname);
});
