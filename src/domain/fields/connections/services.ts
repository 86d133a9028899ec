/** Services that agents use: weather, mail. */
import { msg } from "../field.ts";
import type { Connection } from "./connection.ts";

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
