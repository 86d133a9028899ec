/** Mounts the app. Loaded once the language is known. */
import { mount } from "svelte";
import App from "./App.svelte";
import { followRenewal } from "./ui/renewed.ts";
import { followViewport } from "./ui/viewport.ts";

followViewport();
followRenewal();
const target = document.getElementById("app");
if (target) mount(App, { target });
