/** Services that agents use: web search, speech, weather, mail. */
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

export const elevenlabs: Connection = {
  name: "elevenlabs",
  group: "speech",
  label: "ElevenLabs",
  about: msg("Voices that read answers aloud and send voice messages."),
  fields: {
    ELEVENLABS_API_KEY: {
      kind: "code",
      label: msg("API key"),
      note: msg("Open Developers, API Keys, and create a key that may use Text to Speech."),
      link: "https://elevenlabs.io/app/developers/api-keys",
      isSecret: true,
      most: 500,
    },
  },
};

export const openMeteo: Connection = {
  name: "open_meteo",
  group: "weather",
  label: "Open-Meteo",
  about: msg("Weather now and for the next days, anywhere. Free, no key."),
  fields: {},
  sets: { OPEN_METEO: "true" },
};

export const mail: Connection = {
  name: "mail",
  group: "other",
  label: "Cloudflare Email Routing",
  about: msg("Mail to your domain wakes an agent. Works on a deployed Nightjar."),
  fields: {
    EMAIL_DOMAIN: {
      kind: "code",
      label: msg("Domain"),
      note: msg("In Cloudflare, open Email Routing and send the domain's catch-all address to this Worker."),
      link: "https://dash.cloudflare.com/?to=/:account/:zone/email/routing/routes",
      most: 200,
      example: "mail.example.com",
      must: { is: /^[a-z0-9-]+(?:\.[a-z0-9-]+)+$/i, otherwise: "a domain looks like mail.example.com" },
      otherwise: msg("That isn't a domain. It looks like mail.example.com."),
    },
  },
  isDeployedOnly: true,
};
