/** Prompts and resources of the suite. */
import { completable, type McpServer, ResourceTemplate } from "@modelcontextprotocol/server";
import { z } from "zod";
import { PICTURE } from "./tools.ts";

export function offerReading(server: McpServer): void {
  offerPrompts(server);
  const fixed = (name: string, uri: string, content: { text: string } | { blob: string }, mimeType: string) =>
    server.registerResource(name, uri, { title: name, description: name, mimeType }, () => ({
      contents: [{ uri, mimeType, ...content }],
    }));
  const words = "This is the content of the static text resource.";
  fixed("static-text", "test://static-text", { text: words }, "text/plain");
  fixed("static-binary", "test://static-binary", { blob: PICTURE }, "image/png");
  fixed("watched", "test://watched-resource", { text: "Watched resource content" }, "text/plain");
  const template = new ResourceTemplate("test://template/{id}/data", { list: undefined });
  const mimeType = "application/json";
  server.registerResource("template", template, { mimeType }, ({ href: uri }, { id }) => ({
    contents: [
      { uri, mimeType, text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${String(id)}` }) },
    ],
  }));
}

function offerPrompts(server: McpServer): void {
  const said = (text: string) => ({ role: "user" as const, content: { type: "text" as const, text } });
  server.registerPrompt("test_simple_prompt", { description: "A prompt." }, () => ({
    messages: [said("This is a simple prompt for testing.")],
  }));
  const CITIES = ["paris", "park", "party"];
  const argsSchema = z.object({
    arg1: completable(z.string(), (begun) => CITIES.filter((each) => each.startsWith(begun))),
    arg2: z.string(),
  });
  const withArguments = { description: "A prompt with two arguments.", argsSchema };
  server.registerPrompt("test_prompt_with_arguments", withArguments, ({ arg1, arg2 }) => ({
    messages: [said(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)],
  }));
  const withResource = {
    description: "A prompt with a file.",
    argsSchema: z.object({ resourceUri: z.string() }),
  };
  server.registerPrompt("test_prompt_with_embedded_resource", withResource, ({ resourceUri: uri }) => ({
    messages: [
      {
        role: "user",
        content: {
          type: "resource",
          resource: { uri, mimeType: "text/plain", text: "Embedded resource content." },
        },
      },
      said("Please process the embedded resource above."),
    ],
  }));
  server.registerPrompt("test_prompt_with_image", { description: "A prompt with a picture." }, () => ({
    messages: [
      { role: "user", content: { type: "image", data: PICTURE, mimeType: "image/png" } },
      said("Please analyze the image above."),
    ],
  }));
}
