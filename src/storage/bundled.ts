/** The text of r2/, bundled with the Worker: the content of a new instance. */
import bart from "../../r2/agents/bart.md";
import bernie from "../../r2/agents/bernie.md";
import blanca from "../../r2/agents/blanca.md";
import builder from "../../r2/agents/builder.md";
import bukowski from "../../r2/agents/bukowski.md";
import hermes from "../../r2/agents/hermes.md";
import jb from "../../r2/agents/jb.md";
import nightjar from "../../r2/agents/nightjar.md";
import scholar from "../../r2/agents/scholar.md";
import anthropic from "../../r2/models/anthropic.toml";
import compatible from "../../r2/models/compatible.toml";
import google from "../../r2/models/google.toml";
import offline from "../../r2/models/offline.toml";
import ollama from "../../r2/models/ollama.toml";
import openai from "../../r2/models/openai.toml";
import openrouter from "../../r2/models/openrouter.toml";
import workersAi from "../../r2/models/workers-ai.toml";
import bar from "../../r2/rooms/bar.md";

export const AGENT_FILES = [
  { path: "r2/agents/nightjar.md", text: nightjar },
  { path: "r2/agents/scholar.md", text: scholar },
  { path: "r2/agents/builder.md", text: builder },
  { path: "r2/agents/bart.md", text: bart },
  { path: "r2/agents/blanca.md", text: blanca },
  { path: "r2/agents/hermes.md", text: hermes },
  { path: "r2/agents/bernie.md", text: bernie },
  { path: "r2/agents/jb.md", text: jb },
  { path: "r2/agents/bukowski.md", text: bukowski },
];

export const ROOM_FILES = [{ path: "r2/rooms/bar.md", text: bar }];

export const MODEL_FILES = [
  { path: "r2/models/anthropic.toml", text: anthropic },
  { path: "r2/models/openai.toml", text: openai },
  { path: "r2/models/openrouter.toml", text: openrouter },
  { path: "r2/models/google.toml", text: google },
  { path: "r2/models/ollama.toml", text: ollama },
  { path: "r2/models/compatible.toml", text: compatible },
  { path: "r2/models/workers-ai.toml", text: workersAi },
  { path: "r2/models/offline.toml", text: offline },
];
