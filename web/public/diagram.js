// Draws diagrams in a hidden frame: the engine measures its drawing by styles that it writes into the page, which the
// app's own policy does not allow. This document has no origin, and its policy lets nothing load but scripts of this
// server.
let engine;

addEventListener("message", async ({ source, data }) => {
  if (source !== parent || typeof data?.diagram !== "string") return;
  const { diagram, settings, id } = data;
  try {
    engine ??= load(data.engine);
    const mermaid = await engine;
    mermaid.initialize(settings);
    const { svg } = await mermaid.render(`diagram-${id}`, diagram);
    parent.postMessage({ id, svg }, "*");
  } catch (error) {
    parent.postMessage({ id, problem: error instanceof Error ? error.message : String(error) }, "*");
  }
});
parent.postMessage({ diagram: "ready" }, "*");

/** The engine is one classic script that defines a global. */
function load(address) {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = () => resolve(globalThis.mermaid);
    script.onerror = () => {
      engine = undefined;
      reject(new Error("The diagram engine could not be loaded. Check the connection."));
    };
    document.head.append(script);
  });
}
