/** Shows the changelog over the page, until it is closed. */
import { mount, unmount } from "svelte";
import Changelog from "./Changelog.svelte";

export function showChangelog(): void {
  const onclose = () => {
    removeEventListener("popstate", onclose);
    void unmount(dialog);
  };
  const target = document.querySelector("#app") ?? document.body;
  const dialog = mount(Changelog, { target, props: { onclose } });
  addEventListener("popstate", onclose);
}
