/** The host of a program, as another Worker calls it. */
import { RpcTarget } from "cloudflare:workers";
import type { ProgramHost } from "../../../sandbox/isolate/loader.ts";

export class RemoteHost extends RpcTarget implements ProgramHost {
  private readonly host: ProgramHost;

  constructor(host: ProgramHost) {
    super();
    this.host = host;
  }

  call(name: string, args: string): Promise<string> {
    return this.host.call(name, args);
  }

  print(level: string, text: string): Promise<void> {
    return this.host.print(level, text);
  }
}
