/** Links by which strangers read snapshots of conversations. */
import type { SharedLinks } from "../../shared-links/shared-links.ts";
import { group } from "./group.ts";

export interface SharedLinkServices {
  sharedLinks: SharedLinks;
}

export const SHARED_LINKS = group<SharedLinkServices>()("sharedLinks");
