/** Chat bots as everybody sees them: where to write to them. */
import { ChatBotShape } from "../../../contract/channels.ts";
import { listOf } from "../../../contract/schema.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { reply } from "../../http/reply.ts";
import { servicesOf } from "../services.ts";
import { accountsOf, healthOf } from "./state.ts";

export const botRoutes: Route[] = [
  defineRoute({
    method: "get",
    path: "/me/bots",
    policy: { who: "person", scope: "read" },
    summary:
      "Chat bots that answer, with a link to each; `CODE` in it stands for a code of POST /me/identities/codes.",
    answers: () => ({ 200: listOf(ChatBotShape()) }),
    handler: async (context) => {
      const found = await Promise.all((await accountsOf(context)).map((of) => botOf(context, of)));
      return reply(200, { items: found.filter((bot) => bot !== undefined), next_cursor: null });
    },
  }),
];

type Account = Awaited<ReturnType<typeof accountsOf>>[number];

/** Undefined for an account that is not set up, or whose platform does not answer. */
async function botOf(context: ApiContext, { channel, account }: Account) {
  const { channels, kinds } = servicesOf(context);
  const port = channels.get(channel, account);
  const health = "missing" in port ? undefined : await healthOf(port).catch(() => undefined);
  if (health?.status !== "ok" || health.open_url === undefined) return undefined;
  return { channel, account, label: kinds[channel].label, name: health.name, open_url: health.open_url };
}
