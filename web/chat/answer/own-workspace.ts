/** Whether files that are written in a conversation are in the workspace of whoever looks at it. */

import { getContext, setContext } from "svelte";
import { t } from "../../words/t.ts";

const OWN = Symbol(t("own workspace"));

/** Called by the page, for all that is drawn in it. */
export function workspaceIsOwn(isOwn: () => boolean): void {
  setContext(OWN, isOwn);
}

/** Undefined where nothing is known of it. */
export function ownWorkspace(): (() => boolean) | undefined {
  return getContext<(() => boolean) | undefined>(OWN);
}
