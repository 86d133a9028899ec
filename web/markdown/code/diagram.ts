/**
 * Draws diagrams; the engine is loaded for the first finished one. The result is shown as a picture, so nothing in it
 * can run.
 */
import engine from "@mermaid-js/tiny/dist/mermaid.tiny.js?url";
import { drawingBoard } from "./drawing-board.ts";

const FONT = "ui-sans-serif, system-ui, sans-serif";

/** Colours of `style/tokens.css`, which the engine can only read as hex. Three washes tell kinds of nodes apart. */
const DAY = palette({
  ground: "#fdfdff",
  ink: "#232332",
  soft: "#4a4a59",
  line: "#5d5e6b",
  washes: ["#e5e4ef", "#ffe2ca", "#dbe9fc"],
  edges: ["#5d5e6b", "#a14d20", "#39659b"],
  more: ["#d6efde", "#f1e2f5"],
});
const NIGHT = palette({
  ground: "#1a1b25",
  ink: "#eae6dd",
  soft: "#beb8ae",
  line: "#9496a2",
  washes: ["#252534", "#46301d", "#25364c"],
  edges: ["#9496a2", "#f4b46d", "#91b9ec"],
  more: ["#22392a", "#402e44"],
});

interface Colours {
  ground: string;
  ink: string;
  soft: string;
  line: string;
  washes: readonly [string, string, string];
  edges: readonly [string, string, string];
  more: readonly [string, string];
}

/** The engine derives what is not named here from these. */
function palette({ ground, ink, soft, line, washes, edges, more }: Colours): Record<string, string> {
  const [main, second, third] = washes;
  return {
    background: ground,
    primaryColor: main,
    primaryTextColor: ink,
    primaryBorderColor: edges[0],
    secondaryColor: second,
    secondaryTextColor: ink,
    secondaryBorderColor: edges[1],
    tertiaryColor: third,
    tertiaryTextColor: ink,
    tertiaryBorderColor: edges[2],
    lineColor: line,
    textColor: ink,
    titleColor: ink,
    noteBkgColor: second,
    noteTextColor: ink,
    noteBorderColor: edges[1],
    clusterBkg: ground,
    clusterBorder: line,
    edgeLabelBackground: ground,
    actorLineColor: line,
    signalColor: soft,
    signalTextColor: ink,
    labelTextColor: ink,
    loopTextColor: ink,
    ...Object.fromEntries(
      [...washes, ...more].flatMap((wash, at) => [
        [`pie${at + 1}`, wash],
        [`cScale${at}`, wash],
        [`cScaleLabel${at}`, ink],
      ]),
    ),
    pieTitleTextColor: ink,
    pieSectionTextColor: ink,
    pieLegendTextColor: ink,
    pieStrokeColor: line,
    pieOuterStrokeColor: line,
    pieOpacity: "1",
  };
}

/** An SVG picture; throws, with the reason, when the source cannot be drawn. */
export async function draw(source: string, dark: boolean): Promise<Blob> {
  const settings = {
    startOnLoad: false,
    securityLevel: "strict",
    theme: "base",
    themeVariables: { darkMode: dark, fontFamily: FONT, ...(dark ? NIGHT : DAY) },
    htmlLabels: false,
    flowchart: { htmlLabels: false },
    fontFamily: FONT,
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
