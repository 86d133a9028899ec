/** The web app's manifest, by which browsers install it. */
import type { Branding } from "../../contract/instance/branding.ts";

const MANIFEST = {
  description: "Your agents, awake when you are.",
  id: "/",
  start_url: "/",
  scope: "/",
  display: "standalone",
  background_color: "#13141d",
  theme_color: "#13141d",
  lang: "en",
  categories: ["productivity"],
  shortcuts: [
    {
      name: "New conversation",
      url: "/",
    },
    {
      name: "Inbox",
      url: "/inbox",
    },
  ],
  share_target: {
    action: "/share",
    method: "POST",
    enctype: "multipart/form-data",
    params: {
      title: "title",
      text: "text",
      url: "url",
      files: [
        {
          name: "files",
          accept: ["*/*"],
        },
      ],
    },
  },
};

const ICONS = [
  {
    src: "/icon.svg",
    sizes: "any",
    type: "image/svg+xml",
    purpose: "any",
  },
  {
    src: "/icon-192.png",
    sizes: "192x192",
    type: "image/png",
  },
  {
    src: "/icon-512.png",
    sizes: "512x512",
    type: "image/png",
    purpose: "maskable",
  },
];

/** The product's icons stay behind a logo: some systems take no picture of any size. */
export function manifestOf({ name, logo }: Branding): object {
  const shown = name ?? "Nightjar";
  const own = logo === null ? [] : [{ src: logo, sizes: "any", purpose: "any" }];
  return { name: shown, short_name: shown, ...MANIFEST, icons: [...own, ...ICONS] };
}
