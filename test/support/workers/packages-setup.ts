/** Before the suite: the packages of the Worker are there, in few files. */
import { ensurePackages } from "./packages.ts";

export const setup = ensurePackages;
