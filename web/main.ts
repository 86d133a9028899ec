import "@fontsource-variable/hanken-grotesk/wght.css";
import "@fontsource-variable/literata/wght.css";
import "@fontsource-variable/literata/wght-italic.css";
import "./style/tokens.css";
import "./style/base.css";
import "./style/prose.css";
import "./style/print.css";
import { firstReads, readEarly } from "./api/early.ts";
import { wasKnownHere } from "./session/browser/known.ts";
import { learnLanguage } from "./words/learn.ts";

readEarly(firstReads(location.pathname), wasKnownHere());
// The app's modules translate their messages when they are evaluated, so the language is loaded first. The page preloads both.
void learnLanguage().then(() => import("./app.ts"));
