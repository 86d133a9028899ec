/** A hidden frame, `/diagram`, in which diagrams are drawn: it has its own policy, and no origin. */

interface Drawing {
  diagram: string;
  settings: Record<string, unknown>;
  /** Address of the engine's script. */
  engine: string;
}

type Drawn = { id: number; svg: string } | { id: number; problem: string };

let board: Promise<Window> | undefined;
let count = 0;

/** Throws with the frame's own reason. */
export async function drawingBoard(drawing: Drawing): Promise<string> {
  board ??= open();
  const frame = await board;
  count += 1;
  const drawn = await answerOf(frame, { ...drawing, id: count });
  if ("problem" in drawn) throw new Error(drawn.problem);
  return drawn.svg;
}

/** The hidden frame has a size, since elements without one cannot be measured. */
function open(): Promise<Window> {
  const frame = document.createElement("iframe");
  frame.className = "drawing-board";
  frame.setAttribute("sandbox", "allow-scripts");
  frame.ariaHidden = "true";
  frame.tabIndex = -1;
  frame.src = "/diagram";
  document.body.append(frame);
  return new Promise((resolve) => {
    addEventListener("message", function ready({ source, data }: MessageEvent) {
      if (source !== frame.contentWindow || data?.diagram !== "ready") return;
      removeEventListener("message", ready);
      if (frame.contentWindow) resolve(frame.contentWindow);
    });
  });
}

function answerOf(frame: Window, drawing: Drawing & { id: number }): Promise<Drawn> {
  return new Promise((resolve) => {
    addEventListener("message", function drawn({ source, data }: MessageEvent) {
      if (source !== frame || !isDrawn(data) || data.id !== drawing.id) return;
      removeEventListener("message", drawn);
      resolve(data);
    });
    frame.postMessage(drawing, "*");
  });
}

function isDrawn(data: unknown): data is Drawn {
  if (typeof data !== "object" || data === null) return false;
  const { id, svg, problem } = data as Partial<Record<"id" | "svg" | "problem", unknown>>;
  return typeof id === "number" && (typeof svg === "string" || typeof problem === "string");
}
