/** The web app. @type {import("../judge.mjs").Rooms} */
export const WEB = {
  web: {
    sentence: "The app's entry and its outermost choice: signed in or not.",
    may: ["web/session", "web/frame/Frame.svelte", "web/pages/entrance", "web/ui"],
    packages: ["@fontsource-variable/hanken-grotesk", "@fontsource-variable/literata", "svelte"],
  },
  "web/api": {
    sentence: "What the app asks of the Worker.",
    may: ["src/domain", "src/channels/web/wire.ts"],
  },
  "web/connection": {
    sentence: "The socket to a conversation, kept up.",
    may: ["src/channels/web/wire.ts"],
  },
  "web/thread": {
    sentence: "What one conversation looks like, as data.",
    may: ["src/channels/web/wire.ts", "web/api"],
  },
  "web/session": {
    sentence: "What this browser has open: conversations, their list, the page one is on, what it remembers.",
    may: [
      "src/channels/web/wire.ts",
      "web/api",
      "web/connection",
      "web/thread",
      "web/session/list",
      "web/session/ports.ts",
      "web/ui",
    ],
  },
  "web/session/ports.ts": {
    sentence: "What a session needs of the world.",
    may: ["src/channels/web/wire.ts", "web/api", "web/connection", "web/thread"],
  },
  "web/session/list": {
    sentence:
      "What the list of conversations is made of: what is told of them, their labels, those that are picked.",
    may: ["src/channels/web/wire.ts", "web/api", "web/session/ports.ts"],
  },
  "web/frame": {
    sentence: "What stands around every page: the sidebar with the conversations.",
    may: [
      "web/session/list",
      "src/channels/web/wire.ts",
      "web/api",
      "web/session",
      "web/frame/pages.ts",
      "web/frame/sorting",
      "web/ui",
    ],
  },
  "web/frame/pages.ts": {
    sentence: "Which pages there are beside the conversations: a record each.",
    may: [
      "web/session",
      "web/pages",
      "web/pages/people",
      "web/pages/agents",
      "web/pages/capabilities",
      "web/pages/costs",
      "web/pages/channels",
      "web/pages/files",
      "web/pages/hooks",
      "web/pages/inbox",
      "web/pages/jobs",
      "web/pages/memory",
      "web/pages/models",
      "web/pages/prompts",
      "web/pages/schedules",
      "web/pages/tools",
      "web/ui",
    ],
    packages: ["svelte"],
  },
  "web/frame/sorting": {
    sentence: "Folders and tags of conversations, and what is done with several at once.",
    may: ["src/channels/web/wire.ts", "web/session", "web/session/list", "web/ui"],
  },
  "web/frame/palette": {
    sentence: "What goes to anything and does anything by its name, and finds what was said.",
    may: ["src/channels/web/wire.ts", "web/api", "web/session", "web/frame/pages.ts", "web/ui"],
  },
  "web/frame/Frame.svelte": {
    sentence: "The frame with the page in it.",
    may: ["web/api", "web/session", "web/frame", "web/frame/palette", "web/frame/pages.ts", "web/chat"],
  },
  "web/chat": {
    sentence: "The page of a conversation.",
    may: [
      "src/channels/web/wire.ts",
      "web/api",
      "web/thread",
      "web/session",
      "web/frame",
      "web/chat/Thread.svelte",
      "web/chat/Connection.svelte",
      "web/chat/answer",
      "web/chat/composer",
      "web/chat/message",
      "web/chat/beside",
      "web/markdown",
      "web/markdown/code",
      "web/ui",
    ],
    packages: ["svelte"],
  },
  "web/chat/Thread.svelte": {
    sentence: "The messages of a conversation, scrolled as one reads.",
    may: ["web/session", "web/thread", "web/ui"],
    packages: ["svelte"],
  },
  "web/chat/Connection.svelte": {
    sentence: "What is said when the connection is away.",
    may: ["web/connection", "web/ui"],
  },
  "web/chat/preview": {
    sentence: "A small conversation beside something else.",
    may: [
      "web/api",
      "web/session",
      "web/chat/Thread.svelte",
      "web/chat/Connection.svelte",
      "web/chat/answer",
      "web/chat/message",
      "web/ui",
    ],
  },
  "web/chat/answer": {
    sentence: "What an agent does and says, and asks on the way.",
    may: [
      "src/channels/web/wire.ts",
      "web/api",
      "web/thread",
      "web/session",
      "web/chat/voice",
      "web/chat/message",
      "web/markdown",
      "web/ui",
    ],
    packages: ["svelte"],
  },
  "web/chat/beside": {
    sentence: "Files and code as they look, beside the conversation; pictures in a viewer.",
    may: ["web/api", "web/session", "web/markdown", "web/ui"],
    packages: ["pdfjs-dist"],
  },
  "web/chat/voice": {
    sentence: "Dictation, and answers read aloud: by the server, or by the browser itself.",
    may: ["web/api", "web/ui"],
  },
  "web/chat/composer": {
    sentence: "What is being written, with its files.",
    may: [
      "web/api",
      "web/thread",
      "web/session",
      "web/chat/composer/suggest",
      "web/chat/message",
      "web/chat/voice",
      "web/ui",
    ],
    packages: ["svelte"],
  },
  "web/chat/composer/suggest": {
    sentence:
      "What is offered behind a slash and an @ in a message: commands, prompts, skills, agents, files.",
    may: ["src/channels/web/wire.ts", "web/api", "web/session", "web/ui"],
  },
  "web/chat/message": {
    sentence: "What a person sent; files and branches, as every message shows them.",
    may: [
      "web/api",
      "web/thread",
      "web/session",
      "web/chat/beside",
      "web/markdown",
      "web/markdown/html",
      "web/ui",
    ],
  },
  "web/markdown": {
    sentence: "Markdown as it is drawn.",
    may: ["web/markdown/code", "web/markdown/math", "web/markdown/html"],
    packages: ["marked", "remend", "svelte"],
  },
  "web/markdown/math": {
    sentence: "Formulas: found in a text, and set.",
    may: ["web/markdown/html"],
    packages: ["katex", "marked"],
  },
  "web/markdown/html": {
    sentence: "HTML that is safe to show: what of it stays, where it may lead.",
    may: [],
    packages: ["dompurify"],
  },
  "web/markdown/code": {
    sentence: "Code and diagrams, coloured and drawn.",
    may: ["web/ui"],
    packages: ["@mermaid-js/tiny", "highlight.js", "svelte"],
  },
  "web/pages": {
    sentence: "The pages beside the conversation.",
    may: [
      "src/channels/web/wire.ts",
      "web/api",
      "web/session",
      "web/pages/profile",
      "web/pages/security",
      "web/ui",
    ],
    packages: ["svelte"],
  },
  "web/pages/entrance": {
    sentence: "The ways in: password, token, invite code, a link for a new password.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/people": {
    sentence: "The page of people and invites.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/channels": {
    sentence: "The page of channels: bots, who may write to them, who waits to be let in.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/profile": {
    sentence: "What one is called and prefers.",
    may: ["web/pages/security", "web/api", "web/session", "web/ui"],
  },
  "web/pages/security": {
    sentence: "What one signs in with: password, devices, API keys.",
    may: ["web/api", "web/ui"],
  },
  "web/pages/agents": {
    sentence: "The page of agents: their list, their settings, their versions.",
    may: [
      "src/channels/web/wire.ts",
      "web/api",
      "web/session",
      "web/chat/preview",
      "web/markdown",
      "web/ui",
      "web/pages/conducted",
    ],
    packages: ["svelte"],
  },
  "web/pages/inbox": {
    sentence: "The page of what waits for one, what one has not read, and what comes by itself.",
    may: ["src/channels/web/wire.ts", "web/api", "web/session", "web/chat/answer", "web/ui"],
  },
  "web/pages/prompts": {
    sentence: "The page of prompts that are kept to use again.",
    may: ["web/api", "web/ui"],
  },
  "web/pages/models": {
    sentence: "The page of models: providers, their keys, what answers by default.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/costs": {
    sentence: "The page of what models have cost, and of budgets.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/files": {
    sentence: "The page of an agent's files.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/capabilities": {
    sentence: "The page of capabilities: their code, their calls, their versions, run by hand.",
    may: ["web/api", "web/markdown", "web/ui"],
  },
  "web/pages/conducted": {
    sentence: "What agents have made and changed, to be taken back.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/hooks": {
    sentence: "The page of hooks: made, tried, and what came to each.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/schedules": {
    sentence: "The page of schedules: what comes when, what became of it, made and changed.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/jobs": {
    sentence: "The page of background work.",
    may: ["web/api", "web/session", "web/ui"],
  },
  "web/pages/memory": {
    sentence: "The page of what is remembered.",
    may: ["src/domain", "web/api", "web/session", "web/ui"],
  },
  "web/pages/tools": {
    sentence: "The page of tools, servers and skills.",
    may: ["web/api", "web/session", "web/ui"],
    packages: ["svelte"],
  },
  "web/ui": {
    sentence: "The pieces that every page is made of.",
    may: [],
    packages: ["svelte"],
  },
};
