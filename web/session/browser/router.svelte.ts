/** The current route, and navigation without loading the page. */
import { type Place, placeOf, type Route, routeOf } from "./routes.ts";

/** Counts navigations to another page. */
let moves = $state(0);
let current = $state.raw<Route>(routeOf(location.pathname));
/** A new object after each navigation, also to the current place. */
let place = $state.raw<Place | null>(placeOf(location.hash));
let hash = $state(location.hash);
/** The address before the browser itself moved it. */
let shown = location.pathname + location.hash;
/** Whether the current page may be left. */
let mayLeave: () => boolean = () => true;

function show(path: string): void {
  shown = path;
  const url = new URL(path, location.origin);
  current = routeOf(url.pathname);
  hash = url.hash;
  place = placeOf(hash);
}

export const router = {
  get route(): Route {
    return current;
  },
  /** The thing of the current page that the address names. */
  get item(): string | null {
    return current.page === "named" ? current.item : null;
  },
  /** The message that the address leads to. */
  get place(): Place | null {
    return place;
  },
  /** The address from its `#` on. */
  get hash(): string {
    return hash;
  },
  get moves(): number {
    return moves;
  },
  go(path: string): void {
    if (path !== location.pathname + location.hash) {
      if (!mayLeave()) return;
      history.pushState(null, "", path);
      moves += 1;
    }
    show(path);
  },
  /** Asks before the page is left, until the returned function is called. */
  hold(asked: () => boolean): () => void {
    mayLeave = asked;
    return () => {
      if (mayLeave === asked) mayLeave = () => true;
    };
  },
  /** Changes the address of the same page: nothing is drawn again. */
  rename(path: string): void {
    history.replaceState(null, "", path);
    show(path);
  },
};

window.addEventListener("popstate", () => {
  if (mayLeave()) {
    moves += 1;
    return show(location.pathname + location.hash);
  }
  // The browser has moved already: go back to the page with the unsaved text.
  history.pushState(null, "", shown);
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
  router.go(link.pathname + link.hash);
});
