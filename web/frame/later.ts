/** Parts of the frame that are loaded once the page stands: the palette, and the notice of an update. */
import { tellOfUpdate } from "../pages/updates/update-notice.ts";

export { default } from "./palette/Palette.svelte";

void tellOfUpdate();
