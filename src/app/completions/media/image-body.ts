/** A request for a picture of OpenAI's API, and its answer. */
import { z } from "zod";
import { namedSchema } from "../../../contract/schema.ts";

const LONGEST_PROMPT = 4_000;

export const ImageBody = () =>
  z.looseObject({
    prompt: z.string().trim().min(1).max(LONGEST_PROMPT),
    n: z.number().nullish(),
    /** Width and height; the nearest of square, wide and tall is drawn. */
    size: z
      .string()
      .regex(/^(auto|\d{1,5}x\d{1,5})$/, 'a size such as "1024x1024", or "auto"')
      .nullish(),
    response_format: z.enum(["b64_json", "url"]).nullish(),
    stream: z.boolean().nullish(),
  });

export const ImagesShape = namedSchema("CompatibleImages", () =>
  z.object({
    created: z.number(),
    data: z.array(
      z.object({
        b64_json: z.string().optional(),
        /** Opened with the same key. */
        url: z.string().optional(),
      }),
    ),
  }),
);
