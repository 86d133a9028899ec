/** Installs chromium, as a program: `npm test` has other things to do meanwhile. */
import { install } from "./chromium.mjs";

install();
