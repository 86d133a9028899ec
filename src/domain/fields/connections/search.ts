/** Search engines. All that are connected are asked side by side. */
import { msg } from "../field.ts";
import type { Connection } from "./connection.ts";

export const duckduckgo: Connection = {
  name: "duckduckgo",
  group: "search",
  label: "DuckDuckGo",
  about: msg("Free, no key. Good for a start; it limits how often you search."),
  fields: {},
  sets: { DUCKDUCKGO_SEARCH: "true" },
};

export const brave: Connection = {
  name: "brave",
  group: "search",
  label: "Brave Search",
  about: msg("An index of its own, with a free allowance each month."),
  fields: {
    BRAVE_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, choose a plan, and create a key on the page API Keys."),
      link: "https://api-dashboard.search.brave.com/app/keys",
      isSecret: true,
      most: 500,
    },
  },
};

export const tavily: Connection = {
  name: "tavily",
  group: "search",
  label: "Tavily",
  about: msg("Made for agents, with a free allowance each month."),
  fields: {
    TAVILY_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, and copy the key from the overview."),
      link: "https://app.tavily.com/home",
      isSecret: true,
      most: 500,
      example: "tvly-…",
    },
  },
};

export const searxng: Connection = {
  name: "searxng",
  group: "search",
  label: "SearXNG",
  about: msg("A search engine that you host yourself. No key."),
  fields: {
    SEARXNG_URL: {
      kind: "code",
      label: msg("Address"),
      note: msg("Your server's address. Allow the json format under search.formats in its settings.yml."),
      link: "https://docs.searxng.org/admin/settings/settings_search.html",
      most: 500,
      example: "https://search.example.org",
      must: { is: /^https?:\/\/[^\s/]+/, otherwise: "an address begins with https:// or http://" },
      otherwise: msg("That isn't an address. It begins with https:// or http://."),
    },
  },
  // The address is on the operator's own network, which they allowed.
  derived: ["SEARXNG_OWN_NETWORK"],
};

export const exa: Connection = {
  name: "exa",
  group: "search",
  label: "Exa",
  about: msg("Searches by meaning, also for papers."),
  fields: {
    EXA_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, and create a key on the page API Keys."),
      link: "https://dashboard.exa.ai/api-keys",
      isSecret: true,
      most: 500,
    },
  },
};

export const kagi: Connection = {
  name: "kagi",
  group: "search",
  label: "Kagi",
  about: msg("An engine without advertising. Its API is billed by search."),
  fields: {
    KAGI_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("In Kagi, open Settings, Advanced, API portal, and create a token."),
      link: "https://kagi.com/settings/api",
      isSecret: true,
      most: 500,
    },
  },
};

export const serper: Connection = {
  name: "serper",
  group: "search",
  label: "Serper",
  about: msg("Google’s results."),
  fields: {
    SERPER_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, and copy the key from the page API Keys."),
      link: "https://serper.dev/api-keys",
      isSecret: true,
      most: 500,
    },
  },
};

export const jina: Connection = {
  name: "jina",
  group: "search",
  label: "Jina",
  about: msg("Made for agents, with a free allowance."),
  fields: {
    JINA_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Sign up, and copy the key from the page API Key."),
      link: "https://jina.ai/api-dashboard/",
      isSecret: true,
      most: 500,
      example: "jina_…",
    },
  },
};

export const googleSearch: Connection = {
  name: "google_search",
  group: "search",
  label: "Google Programmable Search",
  about: msg("Google’s own API, with a free allowance each day."),
  fields: {
    GOOGLE_SEARCH_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("In Google Cloud, turn on the Custom Search API and create a key."),
      link: "https://console.cloud.google.com/apis/credentials",
      isSecret: true,
      most: 500,
    },
    GOOGLE_SEARCH_ENGINE_ID: {
      kind: "code",
      label: msg("Search engine ID"),
      note: msg("Create a search engine for the whole web, and copy its ID from the overview."),
      link: "https://programmablesearchengine.google.com/controlpanel/all",
      most: 200,
    },
  },
};

export const openAlex: Connection = {
  name: "openalex",
  group: "search",
  label: "OpenAlex",
  about: msg("An open catalogue of scientific papers. Free, no key."),
  fields: {},
  sets: { OPENALEX_SEARCH: "true" },
};

export const arxiv: Connection = {
  name: "arxiv",
  group: "search",
  label: "arXiv",
  about: msg("Preprints in physics, mathematics, computer science and more. Free, no key."),
  fields: {},
  sets: { ARXIV_SEARCH: "true" },
};

export const semanticScholar: Connection = {
  name: "semantic_scholar",
  group: "search",
  label: "Semantic Scholar",
  about: msg("Papers from all fields. Free, no key; it limits how often you search."),
  fields: {},
  sets: { SEMANTIC_SCHOLAR_SEARCH: "true" },
};

export const cloudflareSearch: Connection = {
  name: "cloudflare_search",
  group: "search",
  label: "Cloudflare Web Search",
  about: msg("Search through your own Cloudflare account, paid with AI Gateway credits. In beta."),
  fields: {
    CLOUDFLARE_SEARCH_ACCOUNT: {
      kind: "code",
      label: msg("Account ID"),
      note: msg("In the Cloudflare dashboard, copy it from the account's overview."),
      link: "https://dash.cloudflare.com/",
      most: 100,
    },
    CLOUDFLARE_SEARCH_TOKEN: {
      kind: "code",
      label: msg("API token"),
      note: msg("Create a token with two account permissions: Workers AI Read and AI Gateway Read."),
      link: "https://dash.cloudflare.com/profile/api-tokens",
      isSecret: true,
      most: 500,
    },
  },
};
