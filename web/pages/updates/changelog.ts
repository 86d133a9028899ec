/** The changelog that comes with this version of the app. */
import text from "../../../CHANGELOG.md?raw";

const [, version = "", date = ""] = /^## (\S+) \((\S+)\)/m.exec(text) ?? [];

/** The newest release, which is the version of this app. */
export const newestVersion: string = version;

/** Day of that release, `2026-11-28`. */
export const releasedOn: string = date;

/** The releases, newest first, as Markdown: without the heading of the file. */
export const releases: string = text.slice(text.indexOf("\n## ") + 1);
