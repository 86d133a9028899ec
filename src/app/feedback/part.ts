/** Feedback on answers: thumbs with a word, which whoever manages the agent sees. */
import { z } from "zod";
import {
  AgentFeedbackShape,
  FeedbackBody,
  FeedbackShape,
  GivenFeedbackShape,
} from "../../contract/agents/feedback.ts";
import { listOf } from "../../contract/schema.ts";
import { feedback } from "../../storage/d1/schema/agents.ts";
import { ofConversation } from "../conversations/conversation-access.ts";
import { defineRoute } from "../http/api.ts";
import { limit } from "../http/query.ts";
import { definePart } from "../part.ts";
import { NEEDS } from "./services.ts";

const ON_ANSWER = "/conversations/:id/messages/:message/feedback";
const ofAnswer = () => ofConversation().extend({ message: z.string().min(1).max(100) });

export const feedbackPart = definePart({
  name: "feedback",
  needs: NEEDS,
  owned: [feedback],
  open: ({ env }) => ({
    async *archive({ owner }) {
      yield (await import("./archive.ts")).archive(env, owner);
    },
  }),
  routes: [
    defineRoute({
      method: "get",
      path: "/conversations/:id/feedback",
      policy: { who: "person", scope: ["read", "chat"] },
      summary: "One's own feedback on the answers of a conversation.",
      params: ofConversation,
      answers: () => ({ 200: listOf(FeedbackShape()) }),
      handler: async (context, { params }) => (await import("./handlers.ts")).listGiven(context, params.id),
    }),
    defineRoute({
      method: "put",
      path: ON_ANSWER,
      policy: { who: "person", scope: ["write", "chat"] },
      summary:
        "Gives feedback on an answer. Whoever manages the agent sees it; with a word or a reason, the answer's text too.",
      params: ofAnswer,
      body: FeedbackBody,
      answers: () => ({ 200: GivenFeedbackShape() }),
      handler: async (context, { params, body }) =>
        (await import("./handlers.ts")).give(context, params, body),
    }),
    defineRoute({
      method: "delete",
      path: ON_ANSWER,
      policy: { who: "person", scope: ["write", "chat"] },
      summary: "Takes one's feedback on an answer back.",
      params: ofAnswer,
      answers: () => ({ 204: "empty" }),
      handler: async (context, { params }) => (await import("./handlers.ts")).takeBack(context, params),
    }),
    defineRoute({
      method: "get",
      path: "/agents/:slug/feedback",
      policy: { who: "member", scope: "read" },
      summary: "Feedback of people on an agent that one manages, the newest first, with its counts.",
      params: () => z.object({ slug: z.string().max(100) }),
      query: () =>
        z.object({ cursor: z.string().max(100).optional(), limit: limit({ usual: 30, most: 100 }) }),
      answers: () => ({ 200: AgentFeedbackShape() }),
      handler: async (context, { params, query }) =>
        (await import("./handlers.ts")).onAgent(context, params.slug, query),
    }),
  ],
});
