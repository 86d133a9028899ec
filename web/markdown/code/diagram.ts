/** Diagrams, drawn when the first finished one comes. The result is shown as a picture, so nothing in it can run. */
import engine from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";

interface Mermaid {
  initialize(options: Record<string, unknown>): void;
  render(id: string, source: string): Promise<{ svg: string }>;
}

let loading: Promise<Mermaid> | undefined;
let count = 0;

/** An SVG picture; throws, with the reason, when the source cannot be drawn. */
export async function draw(source: string, dark: boolean): Promise<Blob> {
  loading ??= load();
  const mermaid = await loading;
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    theme: dark ? "dark" : "neutral",
    darkMode: dark,
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: "ui-sans-serif, system-ui, sans-serif",
    suppressErrorRendering: true,
    maxTextSize: 20_000,
  });
  count += 1;
  const { svg } = await mermaid.render(`diagram-${count}`, source);
  return new Blob([sized(svg)], { type: "image/svg+xml" });
}

/** A picture has a size of its own; the engine leaves that to the page. */
function sized(svg: string): string {
  const box = /viewBox="\S+ \S+ ([\d.]+) ([\d.]+)"/.exec(svg);
  return box ? svg.replace(/^(<svg[^>]*?) width="[^"]*"/, `$1 width="${box[1]}" height="${box[2]}"`) : svg;
}

/** The engine is one classic script that leaves itself in a global. */
function load(): Promise<Mermaid> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = engine;
    script.onload = () => resolve((globalThis as unknown as { mermaid: Mermaid }).mermaid);
    script.onerror = () => {
      loading = undefined;
      reject(new Error("The diagram engine could not be loaded. Check the connection."));
    };
    document.head.append(script);
  });
}
