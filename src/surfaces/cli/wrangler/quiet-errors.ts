import { Transform } from "node:stream";
import { StringDecoder } from "node:string_decoder";
import { stripVTControlCharacters } from "node:util";

/** The runtime's own report of a request that found no connection. It names no host; the Worker reports each host once. */
const NO_CONNECTION =
  /\[ERROR\].*(failed to lookup address|DNS lookup failed|connect\(\)|Connection refused|Network is unreachable|No route to host)/i;
/** Lines of such a report after its first. */
const MORE = /^(\s*stack: .*)?\s*$/;

/** Passes on what wrangler writes, line by line, without the runtime's reports of requests that found no connection. */
export function withoutConnectionErrors(): Transform {
  const decoder = new StringDecoder("utf8");
  let rest = "";
  let isDropping = false;
  const kept = (line: string): boolean => {
    const text = stripVTControlCharacters(line);
    if (NO_CONNECTION.test(text)) isDropping = true;
    else if (!MORE.test(text)) isDropping = false;
    return !isDropping;
  };
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      const lines = (rest + decoder.write(chunk)).split("\n");
      rest = lines.pop() ?? "";
      done(
        null,
        lines
          .filter(kept)
          .map((line) => `${line}\n`)
          .join(""),
      );
    },
    flush(done) {
      done(null, rest !== "" && kept(rest) ? rest : "");
    },
  });
}
