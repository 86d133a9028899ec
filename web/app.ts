/** The app on its page. Loaded once the language it speaks is known. */
import { mount } from "svelte";
import App from "./App.svelte";
import { followViewport } from "./ui/viewport.ts";

followViewport();
const target = document.getElementById("app");
if (target) mount(App, { target });
