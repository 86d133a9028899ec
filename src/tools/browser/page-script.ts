/** Scripts that run in an isolated world: the page's scripts can neither see nor change them. */

/** Removes, before a document's own scripts run, the APIs whose network traffic can't be intercepted. */
export const NO_SOCKETS = `for (const name of ["RTCPeerConnection", "webkitRTCPeerConnection", "WebTransport", "WebSocket", "WebSocketStream", "SharedWorker", "Worker"]) {
  try { delete globalThis[name]; } catch {}
}`;

const COMMON = `
const CLICKABLE = "a[href],button,input[type=submit],input[type=button],input[type=checkbox],input[type=radio],[role=button],[role=link],[role=tab],[role=menuitem],summary";
const FIELDS = "input:not([type=hidden]):not([type=submit]):not([type=button]):not([type=checkbox]):not([type=radio]),textarea,select,[contenteditable=true]";
const clean = (text) => (text || "").replace(/\\s+/g, " ").trim().slice(0, 80);
const nameOf = (element) => clean(element.getAttribute("aria-label")) || clean(element.labels && element.labels[0] && element.labels[0].innerText) || clean(element.getAttribute("placeholder")) || clean(element.matches(FIELDS) ? "" : element.innerText) || clean(element.getAttribute("value")) || clean(element.getAttribute("title")) || clean(element.getAttribute("name"));
const isShown = (element) => { const box = element.getBoundingClientRect(); return box.width > 1 && box.height > 1 && getComputedStyle(element).visibility !== "hidden"; };
const all = (selector) => [...document.querySelectorAll(selector)].slice(0, 3000).filter(isShown);
`;

/** Position of the wanted control in the window; null when there is none. Sets a select at once. */
export function locateScript(kind: "click" | "fill", wanted: string, text: string): string {
  return `(() => { ${COMMON}
  const wanted = ${JSON.stringify(wanted)}.trim(), text = ${JSON.stringify(text)};
  const low = wanted.toLowerCase(), found = all(${kind === "click" ? "CLICKABLE" : "FIELDS"});
  const named = (test) => found.find((element) => test(nameOf(element).toLowerCase()));
  const bySelector = () => { try { return document.querySelector(wanted); } catch { return null; } };
  const element = named((name) => name === low) || named((name) => name.startsWith(low)) || named((name) => name.includes(low)) || bySelector();
  if (!element) return null;
  element.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
  if (${kind === "fill"} && element.tagName === "SELECT") {
    const option = [...element.options].find((each) => clean(each.label).toLowerCase() === text.toLowerCase());
    if (!option) return null;
    element.value = option.value;
    for (const type of ["input", "change"]) element.dispatchEvent(new Event(type, { bubbles: true }));
    return { x: 0, y: 0, is_set: true };
  }
  if (${kind === "fill"}) { element.focus(); if (element.select) element.select(); }
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2, is_set: false };
})()`;
}

/** Names of the controls that can be clicked and filled in. */
export const CONTROLS = `(() => { ${COMMON}
  const names = (selector, most) => [...new Set(all(selector).map(nameOf).filter((name) => name !== ""))].slice(0, most);
  return { title: document.title, url: location.href, clickable: names("button,input[type=submit],input[type=button],[role=button],[role=tab],summary", 30), fields: names(FIELDS, 30) };
})()`;
