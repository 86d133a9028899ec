import { filesIn } from "../sources.mjs";

/**
 * The house, from the ground up. A file imports what stands below its storey, and its neighbours where that makes no circle.
 * Types count. `npm run check` enforces it; docs/design/layout.md shows it.
 * @type {import("./judge.mjs").Storey[]}
 */
const NAMED = [
  {
    name: "ground",
    sentence: "The vocabulary, and what the runtime asks of everybody.",
    core: true,
    below: [],
    folders: ["src/domain", "src/platform"],
  },
  {
    name: "core",
    sentence: "What an agent is and does, pure: the outside stands behind ports beside their users.",
    core: true,
    below: ["ground"],
    folders:
      "agent agents channels clients guard jobs memory observability people providers push quotas reader routing sandbox tools voice"
        .split(" ")
        .map((name) => `src/${name}`),
  },
  {
    name: "capabilities",
    sentence:
      "What else Nightjar can do, pure. One capability sees another through its ports.ts or verbs.ts.",
    core: true,
    below: ["ground", "core"],
    doors: ["ports.ts", "verbs.ts"],
    // Every folder right below `src` that no other storey names.
    folders: [],
  },
  {
    name: "contract",
    sentence:
      "What goes over HTTP, as schemas: the app answers by them, browser and command line take their types.",
    core: true,
    below: ["ground", "core", "capabilities"],
    folders: ["src/contract"],
  },
  {
    name: "objects",
    sentence: "Durable Objects: conversation, person, scheduler, gateway, monitor.",
    below: ["ground", "core", "capabilities"],
    folders: ["durable-objects"],
  },
  {
    name: "storage",
    sentence: "Rows, blobs and vectors: fulfils the ports of all below.",
    below: ["ground", "core", "capabilities"],
    folders: ["src/storage", "r2"],
  },
  {
    name: "app",
    sentence: "The Worker: HTTP, parts with their routes, wiring, stubs. Nothing imports it.",
    below: ["ground", "core", "capabilities", "contract", "objects", "storage"],
    folders: ["src/app", "src/index.ts"],
  },
  {
    name: "client",
    sentence: "The typed client of the API, for app and command line: plain JavaScript that runs in both.",
    below: [],
    types: ["contract"],
    folders: ["src/client"],
  },
  {
    name: "web",
    sentence: "The app in the browser.",
    below: ["src/domain", "src/channels/web/wire.ts", "src/client"],
    types: ["contract"],
    folders: ["web", "CHANGELOG.md"],
  },
  {
    name: "cli",
    sentence: "The command line, in Node.",
    below: ["src/domain", "src/channels/web/wire.ts", "src/client"],
    types: ["contract"],
    folders: ["src/cli"],
  },
];

const taken = NAMED.flatMap(({ folders }) => folders);
const below = new Set(filesIn(["src"]).map((file) => file.split("/").slice(0, 2).join("/")));
const capabilities = [...below].filter((place) => !taken.includes(place)).sort();

export const STOREYS = NAMED.map((storey) =>
  storey.name === "capabilities" ? { ...storey, folders: capabilities } : storey,
);
