/** The app on its page. Loaded once the language it speaks is known. */
import { mount } from "svelte";
import App from "./App.svelte";
import { followRenewal } from "./ui/renewed.ts";
import { followViewport } from "./ui/viewport.ts";

followViewport();
followRenewal();
const target = document.getElementById("app");
if (target) mount(App, { target });
