/** Installs chromium as a program of its own, since `npm test` is busy meanwhile. */
import { install } from "./chromium.mjs";

install();
