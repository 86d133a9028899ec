/** Page of a shared link, for people without an account. It is built apart from the app and loads nothing of it. */
import "@fontsource-variable/hanken-grotesk/wght.css";
import "@fontsource-variable/literata/wght.css";
import "@fontsource-variable/literata/wght-italic.css";
import "../style/tokens.css";
import "../style/base.css";
import "../style/prose.css";
import "../style/print.css";
import { mount } from "svelte";
import { learnLanguage } from "../words/learn.ts";

/** Modules of the page translate their messages when they are evaluated, so the language is loaded first. */
async function show(target: HTMLElement): Promise<void> {
  await learnLanguage();
  const { default: SharedPage } = await import("./SharedPage.svelte");
  mount(SharedPage, { target });
}

const target = document.getElementById("app");
if (target) void show(target);
