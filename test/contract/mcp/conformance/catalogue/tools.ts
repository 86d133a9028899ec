/** Tools of the suite that answer at once: every kind of content, an error, words of progress and of a log. */
import type { CallToolResult, McpServer } from "@modelcontextprotocol/server";

type Content = CallToolResult["content"][number];

/** Picture of one red pixel. */
export const PICTURE =
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
/** A WAV file of no sound. */
const SOUND = "UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA=";

const text = (words: string): Content => ({ type: "text", text: words });
const image: Content = { type: "image", data: PICTURE, mimeType: "image/png" };
const resource = (uri: string, words: string, mimeType = "text/plain"): Content => ({
  type: "resource",
  resource: { uri, mimeType, text: words },
});

const PLAIN: Record<string, Content[]> = {
  test_simple_text: [text("This is a simple text response for testing.")],
  test_image_content: [image],
  test_audio_content: [{ type: "audio", data: SOUND, mimeType: "audio/wav" }],
  test_embedded_resource: [resource("test://embedded-resource", "This is an embedded resource content.")],
  test_multiple_content_types: [
    text("Multiple content types test:"),
    image,
    resource("test://mixed-content-resource", '{"test":"data","value":123}', "application/json"),
  ],
};

export function offerTools(server: McpServer): void {
  for (const [name, content] of Object.entries(PLAIN))
    server.registerTool(name, { description: `Answers with ${name.slice(5)}.` }, () => ({ content }));
  server.registerTool("test_error_handling", { description: "Fails." }, () => ({
    content: [text("This tool intentionally returns an error for testing")],
    isError: true,
  }));
  for (const name of ["test_tool_with_logging", "test_logging_tool"])
    server.registerTool(name, { description: "Logs." }, async ({ mcpReq }) => {
      for (const words of ["Tool execution started", "Tool processing data", "Tool execution completed"])
        await mcpReq.log("info", words);
      return { content: [text("Logged.")] };
    });
  server.registerTool(
    "test_tool_with_progress",
    { description: "Tells its progress." },
    async ({ mcpReq }) => {
      const progressToken = mcpReq._meta?.progressToken;
      for (const progress of progressToken === undefined ? [] : [0, 50, 100])
        await mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken, progress, total: 100, message: `Completed step ${progress} of 100` },
        });
      return { content: [text(String(progressToken))] };
    },
  );
}
