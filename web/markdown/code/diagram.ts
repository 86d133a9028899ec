/**
 * Draws diagrams; the engine is loaded for the first finished one. The result is shown as a picture, so nothing in it
 * can run.
 */
import engine from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import { drawingBoard } from "./drawing-board.ts";

/** An SVG picture; throws, with the reason, when the source cannot be drawn. */
export async function draw(source: string, dark: boolean): Promise<Blob> {
  const settings = {
    startOnLoad: false,
    securityLevel: "strict",
    theme: dark ? "dark" : "neutral",
    darkMode: dark,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: "ui-sans-serif, system-ui, sans-serif",
    suppressErrorRendering: true,
    maxTextSize: 20_000,
  };
  const svg = await drawingBoard({ diagram: source, settings, engine: new URL(engine, location.href).href });
  return new Blob([sized(svg)], { type: "image/svg+xml" });
}

/** A picture needs its own size; the engine leaves that to the page. */
function sized(svg: string): string {
  const box = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(svg);
  return box ? svg.replace(/^(<svg[^>]*?) width="[^"]*"/, `$1 width="${box[1]}" height="${box[2]}"`) : svg;
}
