/** Pictures in the shape of OpenAI's API: by the provider that is connected here, whatever model a program names. */
import { defineRoute, type Route } from "../../http/api.ts";
import { ImageBody, ImagesShape } from "../media/image-body.ts";

export const imageRoutes: Route[] = [
  defineRoute({
    root: "",
    method: "post",
    path: "/v1/images/generations",
    policy: { who: "member", scope: "chat" },
    summary: "Draws a picture, in the shape of OpenAI's API.",
    body: ImageBody,
    answers: () => ({ 200: ImagesShape() }),
    handler: async (context, { body }) => (await import("../media/draw.ts")).draw(context, body),
  }),
];
