/** In the bundle, in place of what OpenAI's SDK has for administration and assistants (`[alias]` in wrangler.toml). */
export class Admin {}

export class Agents {}

export class Assistants {}

export class ChatKit {}

export class Threads {}
