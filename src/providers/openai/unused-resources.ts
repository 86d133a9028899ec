/**
 * Replaces the OpenAI SDK's administration, assistants and stream helpers in the bundle (`[alias]` in wrangler.toml).
 */
export class Admin {}

export class Agents {}

export class Assistants {}

export class ChatKit {}

export class Threads {}

export class ChatCompletionRunner {}

export class ChatCompletionStreamingRunner {}

/** The SDK's base class of streams loads Node modules when it is evaluated. */
export class ChatCompletionStream {}

export class ResponseStream {}
