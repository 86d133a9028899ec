/**
 * Access to a capability: which agents may use it for its owner, and with which agents and rooms it is shared for
 * everybody.
 */
import { z } from "zod";
import type { Share, SharePlace } from "../../../capabilities/catalog/capability.ts";
import { CapabilityShape } from "../../../contract/agents/capabilities.ts";
import type { SchemaOutput } from "../../../contract/schema.ts";
import { mayEditAgent } from "../../../domain/agent.ts";
import { AppError } from "../../../domain/errors.ts";
import { type ApiContext, defineRoute, type Route } from "../../http/api.ts";
import { servicesOf } from "../services.ts";
import { nameParams } from "./fields.ts";
import { existing, owner, respondWithChange, verbs } from "./found.ts";

const slugs = () => z.array(z.string().min(1).max(60)).max(50);
const body = () =>
  z
    .strictObject({
      agents: slugs().optional(),
      shared: z.strictObject({ agents: slugs().default([]), rooms: slugs().default([]) }).optional(),
    })
    .refine(({ agents, shared }) => agents ?? shared, "name `agents`, `shared`, or both");

export const sharingRoutes: Route[] = [
  defineRoute({
    method: "patch",
    path: "/capabilities/:name",
    policy: { who: "member", scope: "write" },
    summary:
      "Which of one's agents may use it (`agents`: an empty list means all), and with which agents and rooms it is `shared`: whoever talks there is offered it, with its owner's hosts and secrets.",
    params: nameParams,
    body,
    answers: () => ({ 200: CapabilityShape() }),
    handler: (context, { params: { name }, body: wanted }) =>
      respondWithChange(context, name, change(context, name, wanted)),
  }),
];

async function change(context: ApiContext, name: string, { agents, shared }: SchemaOutput<typeof body>) {
  const { catalog } = verbs(context);
  const { id } = await existing(context, name);
  const before = (await catalog.shares(owner(context))).get(id) ?? [];
  const shares = shared && (await sharesOf(context, placesOf(shared), before));
  const restricted = agents && (await catalog.restrict(owner(context), name, agents));
  return shares ? catalog.share(owner(context), name, shares) : restricted;
}

function placesOf({ agents, rooms }: { agents: string[]; rooms: string[] }): SharePlace[] {
  return [
    ...[...new Set(agents)].map((slug) => ({ kind: "agent", slug }) as const),
    ...[...new Set(rooms)].map((slug) => ({ kind: "room", slug }) as const),
  ];
}

/** Throws an AppError for places that the caller does not keep. Where it is shared already it may stay. */
function sharesOf(context: ApiContext, places: readonly SharePlace[], before: readonly Share[]) {
  const known = ({ kind, slug }: SharePlace) => before.find((old) => old.kind === kind && old.slug === slug);
  return Promise.all(places.map(async (place) => known(place) ?? (await shareIn(context, place))));
}

async function shareIn(context: ApiContext, { kind, slug }: SharePlace): Promise<Share> {
  const { agents, rooms } = servicesOf(context);
  const place = await (kind === "agent" ? agents : rooms).get(slug);
  if (!place || !mayEditAgent(place, context.get("principal")))
    throw new AppError(
      "malformed_request",
      `shared: there is no ${kind} "${slug}" that you may change. GET /api/v1/${kind}s lists them.`,
    );
  return { kind, slug, place_owner: place.owner };
}
