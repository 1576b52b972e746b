import { parseArgs } from "node:util";
import { CommandError } from "../command-line/command.ts";

/** The flags of `wrangler dev` that this command reads too: for the database, the address and the variables. */
const KNOWN_FLAGS = {
  "persist-to": { type: "string" },
  config: { type: "string", short: "c" },
  env: { type: "string", short: "e" },
  "local-protocol": { type: "string" },
  ip: { type: "string" },
  port: { type: "string" },
  var: { type: "string", multiple: true },
} as const;

/** The flag of our own: a host, besides those of this machine, at which the local configuration signs people in. */
const TRUST_HOST = "trust-host";

/** The other flag of our own: shows all that wrangler writes, also before it is ready. */
const VERBOSE = "verbose";

/**
 * The arguments of `npm start`: the flags that we read, whether wrangler's words are shown, and the arguments for
 * `wrangler dev`, in which the trusted hosts are a variable. Throws CommandError for a host that is none.
 */
export function readStartArguments(args: readonly string[]) {
  const options = {
    ...KNOWN_FLAGS,
    [TRUST_HOST]: { type: "string", multiple: true },
    [VERBOSE]: { type: "boolean" },
  } as const;
  const { values, tokens } = parseArgs({ args: [...args], options, strict: false, tokens: true });
  const ours = new Set<number>();
  const hosts: string[] = [];
  for (const token of tokens) {
    if (token.kind !== "option" || (token.name !== TRUST_HOST && token.name !== VERBOSE)) continue;
    ours.add(token.index);
    if (token.name === VERBOSE) continue;
    if (token.inlineValue === false) ours.add(token.index + 1);
    hosts.push(hostIn(token.value));
  }
  const rest = args.filter((_, index) => !ours.has(index));
  const variables = hosts.length === 0 ? [] : ["--var", `SIGN_IN_HOSTS:${hosts.join(",")}`];
  return { values, rest: [...rest, ...variables], verbose: values[VERBOSE] === true };
}

/** The host as a URL has it, without its port, which a browser does not look at either. */
function hostIn(text: string | undefined): string {
  const url = URL.parse(`http://${text ?? ""}`);
  if (!url || text === undefined || text.includes(",") || url.href !== `http://${url.host}/`)
    throw new CommandError(`--${TRUST_HOST} takes a host name or an address, such as 192.168.1.20.`);
  return url.hostname;
}
