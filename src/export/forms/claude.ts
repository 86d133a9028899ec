/** Conversations as Claude exports them: a list of messages, each with its blocks and the text of its attachments. */
import { z } from "zod";
import { isRecord } from "../../platform/json.ts";
import { type ImportForm, SayingCollector, timeOf } from "../said.ts";

const Conversation = z.object({
  uuid: z.string(),
  name: z.string().nullish().catch(undefined),
  created_at: z.unknown().optional(),
  chat_messages: z.array(z.unknown()),
});

export const readClaude: ImportForm = (json) => {
  const { data } = Conversation.safeParse(json);
  if (!data) return undefined;
  const said = new SayingCollector();
  for (const message of data.chat_messages) {
    if (isRecord(message))
      said.add({
        role: String(message["sender"]),
        text: wordsOf(message),
        at: timeOf(message["created_at"]),
      });
    else said.step();
    if (said.isTooLong) return "too_long";
  }
  return said.end({ source: `claude:${data.uuid}`, title: data.name, begun: timeOf(data.created_at) });
};

/** Blocks of text, without thinking and calls of tools. Older exports have the text alone. */
function wordsOf({ content, text, attachments }: Readonly<Record<string, unknown>>): string {
  const blocks = (Array.isArray(content) ? content : [])
    .filter(isRecord)
    .filter(({ type }) => type === "text");
  const words = blocks.map((block) => String(block["text"] ?? "")).filter((each) => each.trim() !== "");
  const own = words.length > 0 ? words : [typeof text === "string" ? text : ""];
  return [...own, ...attached(attachments)].filter((each) => each.trim() !== "").join("\n\n");
}

function attached(attachments: unknown): string[] {
  const files = (Array.isArray(attachments) ? attachments : []).filter(isRecord);
  return files.flatMap(({ file_name, extracted_content }) =>
    typeof extracted_content === "string" && extracted_content !== ""
      ? [`[${String(file_name || "file")}]\n${extracted_content}`]
      : [],
  );
}
