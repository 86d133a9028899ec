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
import azure from "../../r2/models/azure.toml";
import bedrock from "../../r2/models/bedrock.toml";
import cerebras from "../../r2/models/cerebras.toml";
import cloudflare from "../../r2/models/cloudflare.toml";
import compatible from "../../r2/models/compatible.toml";
import deepseek from "../../r2/models/deepseek.toml";
import fireworks from "../../r2/models/fireworks.toml";
import google from "../../r2/models/google.toml";
import groq from "../../r2/models/groq.toml";
import llamaCpp from "../../r2/models/llama-cpp.toml";
import lmstudio from "../../r2/models/lmstudio.toml";
import mistral from "../../r2/models/mistral.toml";
import offline from "../../r2/models/offline.toml";
import ollama from "../../r2/models/ollama.toml";
import openai from "../../r2/models/openai.toml";
import openrouter from "../../r2/models/openrouter.toml";
import together from "../../r2/models/together.toml";
import vllm from "../../r2/models/vllm.toml";
import workersAi from "../../r2/models/workers-ai.toml";
import xai from "../../r2/models/xai.toml";
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
  { path: "r2/models/groq.toml", text: groq },
  { path: "r2/models/mistral.toml", text: mistral },
  { path: "r2/models/deepseek.toml", text: deepseek },
  { path: "r2/models/xai.toml", text: xai },
  { path: "r2/models/together.toml", text: together },
  { path: "r2/models/fireworks.toml", text: fireworks },
  { path: "r2/models/cerebras.toml", text: cerebras },
  { path: "r2/models/azure.toml", text: azure },
  { path: "r2/models/bedrock.toml", text: bedrock },
  { path: "r2/models/cloudflare.toml", text: cloudflare },
  { path: "r2/models/ollama.toml", text: ollama },
  { path: "r2/models/lmstudio.toml", text: lmstudio },
  { path: "r2/models/llama-cpp.toml", text: llamaCpp },
  { path: "r2/models/vllm.toml", text: vllm },
  { path: "r2/models/compatible.toml", text: compatible },
  { path: "r2/models/workers-ai.toml", text: workersAi },
  { path: "r2/models/offline.toml", text: offline },
];
