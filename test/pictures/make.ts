/** Pictures of the app for the documentation, all made anew: see `npm run pictures`. */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import type { Page } from "playwright-core";
import { beginLife, type Life, PHONE, WIDE } from "./life.ts";

const FOLDER = path.join(import.meta.dirname, "../../docs/images");
const QUALITY = 0.82;

interface Shot {
  name: string;
  path: string;
  theme?: "light" | "dark";
  viewport?: typeof WIDE;
  /** A button that is pressed, and words of what it opens. */
  opens?: { button: string; shows: string };
}

/** Pages of the app, by the name of their picture in the documentation. */
const shots = ({ conversation }: Life): Shot[] => [
  { name: "chat", path: conversation },
  { name: "chat-dark", path: conversation, theme: "dark" },
  { name: "phone-light", path: conversation, viewport: PHONE },
  { name: "models", path: "/models", opens: { button: "Add a provider", shows: "Anthropic" } },
  { name: "inbox", path: "/inbox" },
  { name: "agents", path: "/agents" },
  { name: "schedules", path: "/schedules" },
  { name: "rooms", path: "/rooms" },
];

/** The browser itself packs what it has drawn: as WebP it is a fifth of the PNG. */
async function packed(page: Page, png: Buffer): Promise<Buffer> {
  const address = await page.evaluate<string>(`(async () => {
    const png = await fetch("data:image/png;base64,${png.toString("base64")}");
    const picture = await createImageBitmap(await png.blob());
    const canvas = Object.assign(document.createElement("canvas"), { width: picture.width, height: picture.height });
    canvas.getContext("2d").drawImage(picture, 0, 0);
    return canvas.toDataURL("image/webp", ${QUALITY});
  })()`);
  return Buffer.from(address.slice(address.indexOf(",") + 1), "base64");
}

const life = await beginLife();
try {
  mkdirSync(FOLDER, { recursive: true });
  const page = await life.context.newPage();
  // The app's policy forbids addresses of data.
  const press = await life.browser.newPage();
  for (const { name, path: at, theme = "light", viewport = WIDE, opens } of shots(life)) {
    await page.setViewportSize(viewport);
    await page.emulateMedia({ colorScheme: theme });
    await page.goto(at);
    await page.locator("main :is(h1, h2, article)").first().waitFor();
    await page.waitForLoadState("networkidle");
    if (opens) {
      await page.getByRole("button", { name: opens.button }).click();
      await page.locator("main").getByText(opens.shows).first().waitFor();
    }
    const picture = await packed(press, await page.screenshot());
    writeFileSync(path.join(FOLDER, `${name}.webp`), picture);
    console.log(`${name}.webp ${Math.round(picture.length / 1000)} kB`);
  }
} finally {
  await life.end();
}
