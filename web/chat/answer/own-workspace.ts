/** Context: whether files written in a conversation are in the reader's own workspace. */

import { getContext, setContext } from "svelte";
import { t } from "../../words/t.ts";

const OWN = Symbol(t("own workspace"));

/** Call it in the page; it holds for everything drawn inside. */
export function workspaceIsOwn(isOwn: () => boolean): void {
  setContext(OWN, isOwn);
}

/** Undefined outside of such a page. */
export function ownWorkspace(): (() => boolean) | undefined {
  return getContext<(() => boolean) | undefined>(OWN);
}
