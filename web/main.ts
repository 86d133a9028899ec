import "@fontsource-variable/hanken-grotesk/wght.css";
import "@fontsource-variable/literata/wght.css";
import "@fontsource-variable/literata/wght-italic.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/prose.css";
import "./style/print.css";
import { mount } from "svelte";
import App from "./App.svelte";
import { followViewport } from "./ui/viewport.ts";

followViewport();
const target = document.getElementById("app");
if (target) mount(App, { target });
