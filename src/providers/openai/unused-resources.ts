/** In the bundle, in place of what OpenAI's SDK has for administration, assistants and streams of its own (`[alias]` in wrangler.toml). */
export class Admin {}

export class Agents {}

export class Assistants {}

export class ChatKit {}

export class Threads {}

export class ChatCompletionRunner {}

export class ChatCompletionStreamingRunner {}

/** The base of the streams loads modules of Node as it is evaluated. */
export class ChatCompletionStream {}

export class ResponseStream {}
