import { expect } from "vitest";
import { LOGO } from "../logos.ts";
import type { RunningService } from "../service.ts";

/** Splits a shell command into words, with quotes removed and variables expanded. */
export function shellWords(command: string, variables: Readonly<Record<string, string>>): string[] {
  const parts = command.replaceAll("\\\n", " ").matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g);
  const fill = (text: string) =>
    text.replace(/\$\{?([A-Z_]+)\}?/g, (_, name: string) => variables[name] ?? "");
  return Array.from(parts, ([, literal, quoted, bare]) => literal ?? fill(quoted ?? bare ?? ""));
}

/** Sends the request of a curl command whose URLs start with `origin`. */
export async function runCurl(
  service: RunningService,
  origin: string,
  [, ...args]: readonly string[],
): Promise<Response> {
  const headers = new Headers();
  const init: RequestInit = { headers };
  let path = "";
  for (let at = 0; at < args.length; at++) {
    const word = args[at] ?? "";
    if (word === "-H") {
      const [, name = "", value = ""] = /^([^:]+): (.*)$/.exec(args[++at] ?? "") ?? [];
      headers.set(name, value);
    } else if (word === "-d") Object.assign(init, { method: init.method ?? "POST", body: args[++at] });
    else if (word === "--data-binary") {
      // The only file that samples send.
      expect(args[++at]).toBe("@logo.png");
      init.body = LOGO;
    } else if (word === "-X") init.method = args[++at] ?? "";
    else if (word.startsWith(`${origin}/`)) path = word.slice(origin.length);
    else if (word === "-o" || word === "--retry") at++;
    else if (word !== "-i") throw new Error(`the test does not know ${word}`);
  }
  return service.fetch(path, init);
}
