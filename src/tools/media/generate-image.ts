/** The `generate_image` tool: makes an image file in the message. */
import { z } from "zod";
import type { Tool } from "../../agent/ports/tool.ts";
import { defineTool, toolError } from "../define-tool.ts";
import { type Files, mediaPart } from "../files/port.ts";
import { canDraw, drawPicture, PICTURE_SHAPES, type PictureDeps } from "./make-image.ts";

export interface ImageDeps extends PictureDeps {
  files: Pick<Files, "put">;
}

const Input = z.object({
  prompt: z.string().trim().min(1).max(4000),
  shape: z.enum(PICTURE_SHAPES).default("square"),
});

export function createGenerateImageTool(deps: ImageDeps): Tool {
  return defineTool({
    name: "generate_image",
    isOffered: () => canDraw(deps),
    description:
      "Make an image from a description; the person gets it in the message. Describe subject, style, light and composition.",
    schema: Input,
    effect: "once",
    reach: "outside",
    // The prompt goes to the operator's own provider; the image goes to the person.
    touches: () => ({ to: "nobody" }),
    timeout_ms: 180_000,
    async run(input, { owner, signal, progress }) {
      progress({ status: "drawing" });
      const made = await drawPicture(deps, input, signal);
      if (!made.ok) return toolError(made.reason);
      const { media_type } = made;
      const name = `image.${media_type.slice("image/".length)}`;
      const file = await deps.files.put(owner, { name, media_type, bytes: made.bytes });
      return {
        ok: true,
        content: "The image is in the message.",
        trust: "trusted",
        media: [mediaPart(file)],
      };
    },
  });
}
