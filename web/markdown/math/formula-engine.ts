/** KaTeX with its style sheet. A chunk of its own. */
import katex from "katex";
import "katex/dist/katex.min.css";

export { katex };
