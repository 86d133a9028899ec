/** What of a page cannot be done by keys alone, or not by a finger. */
import type { Page } from "playwright-core";

/** Of a target that a finger is to meet: WCAG 2.5.5. */
const FINGER_PX = 44;

/** Svelte keeps the handlers of an element under a symbol of that name. */
const PRESSABLE = `
  const pressed = (node) => {
    const known = Object.getOwnPropertySymbols(node).find(({ description }) => description === "events");
    return known !== undefined && "click" in node[known];
  };
  const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && node.getClientRects().length > 0;
  const inUse = (node) => !node.disabled && !node.closest("[inert], [hidden]");
  const all = [...document.querySelectorAll("*")].filter((node) => isSeen(node) && inUse(node));
  const nameOf = (node) => node.outerHTML.replace(/\\s+/g, " ").slice(0, 140);
`;

/** A list's options are walked by arrows, and what surrounds others only overhears their clicks. */
const REACHED_OTHERWISE = "[role='option'], [role='menuitem'], dialog, label, [role='region']";

const BY_KEYS = `(() => {
  ${PRESSABLE}
  const look = (node) => [node, node.parentElement, node.closest("label")]
    .filter(Boolean).map((each) => getComputedStyle(each))
    .map((style) => [style.outlineStyle, style.outlineWidth, style.boxShadow, style.borderColor, style.backgroundColor, style.opacity].join())
    .join();
  const unreached = all.filter((node) => pressed(node) && node.tabIndex < 0 && !node.matches(${JSON.stringify(REACHED_OTHERWISE)}));
  const unseen = all.filter((node) => node.tabIndex >= 0).filter((node) => {
    document.activeElement?.blur();
    const before = look(node);
    node.focus({ focusVisible: true, preventScroll: true });
    return document.activeElement === node && look(node) === before;
  });
  document.activeElement?.blur();
  return [
    ...unreached.map((node) => "no key leads to " + nameOf(node)),
    ...unseen.map((node) => "focus is not seen at " + nameOf(node)),
  ];
})()`;

const BY_FINGER = `(() => {
  ${PRESSABLE}
  const REACH = ${FINGER_PX / 2 - 1};
  const targets = "a[href], button, input:not([type='hidden'], [type='file']), select, textarea, summary, [role='button'], [role='option'], [role='menuitem']";
  const isInText = (node) => getComputedStyle(node).display === "inline" && node.parentElement.textContent.trim() !== node.textContent.trim();
  const isLarge = ({ width, height }) => Math.min(width, height) >= ${FINGER_PX} - 0.5;
  const isMet = (node, x, y) => {
    const hit = document.elementFromPoint(x, y);
    const whole = node.closest("label") ?? node;
    return hit !== null && (whole === hit || whole.contains(hit) || node.contains(hit));
  };
  const small = all.filter((node) => node.matches(targets) && !isInText(node)).filter((node) => {
    const whole = node.closest("label") ?? node;
    if ([node, whole].map((each) => each.getBoundingClientRect()).some(isLarge)) return false;
    node.scrollIntoView({ block: "center", inline: "center" });
    const { left, top, width, height } = whole.getBoundingClientRect();
    const [x, y] = [left + width / 2, top + height / 2];
    return ![[x - REACH, y], [x + REACH, y], [x, y - REACH], [x, y + REACH]].every(([at, of]) => isMet(node, at, of));
  });
  return small.map((node) => {
    const { width, height } = node.getBoundingClientRect();
    return Math.round(width) + " x " + Math.round(height) + " px is too small for a finger: " + nameOf(node);
  });
})()`;

/** A line for each. The page is one of a telephone for the latter. */
export async function notByHand(page: Page): Promise<string[]> {
  const found = [...(await page.evaluate<string[]>(BY_KEYS)), ...(await page.evaluate<string[]>(BY_FINGER))];
  return [...new Set(found)].map((what) => `${page.url()} ${what}`);
}
