import { COMMON, parse } from "../command-line/arguments.ts";
import { UsageError } from "../command-line/command.ts";
import { type DatabaseLocation, locationOf } from "../command-line/database-location.ts";
import { json } from "../command-line/output.ts";
import { withDatabase } from "../database/database.ts";

/** What a subcommand prints: a line of JSON with --json, else a text for people. */
interface Output {
  data: unknown;
  text: string;
}

type Options = NonNullable<Parameters<typeof parse>[1]>;
type Values<T extends Options> = ReturnType<typeof parse<T & typeof COMMON>>["values"];
type Work = (db: D1Database) => Promise<Output>;

/** A subcommand: what it reads from its arguments, before it gets the database. */
interface Subcommand {
  options: Options;
  /** What its argument without a flag is, such as "the id of a key". */
  argument: string | null;
  read(values: Values<Options>, argument: string, location: DatabaseLocation): Work | Promise<Work>;
}

/** Describes a subcommand by its flags, besides the common flags, and by `read`, which may throw UsageError. */
export const subcommand = <T extends Options>(
  options: T,
  read: (values: Values<T>, argument: string, location: DatabaseLocation) => Work | Promise<Work>,
  argument: string | null = null,
): Subcommand => ({
  options,
  argument,
  // The values are those of `options`, which were parsed with them.
  read: (values, ...more) => read(values as Values<T>, ...more),
});

/**
 * A command of subcommands on a database, which `open` opens. The result is the text for stdout. Throws UsageError for invalid
 * arguments, before the database is opened.
 */
export const databaseCommand =
  (usage: string, subcommands: Readonly<Record<string, Subcommand>>) =>
  async (args: string[], open: typeof withDatabase = withDatabase): Promise<string> => {
    const [name, ...rest] = args;
    if (name === "help" || args.includes("--help") || args.includes("-h")) return usage;
    const found = subcommands[name ?? ""];
    if (!found) {
      const names = new Intl.ListFormat("en-GB", { type: "disjunction" }).format(Object.keys(subcommands));
      throw new UsageError(
        name === undefined ? `Name a command: ${names}.` : `Unknown command "${name}". Use ${names}.`,
      );
    }
    const { values, positionals } = parse(rest, { ...found.options, ...COMMON }, found.argument !== null);
    const [argument = "", ...more] = positionals;
    if (found.argument !== null && argument === "") throw new UsageError(`Name ${found.argument}.`);
    if (more.length > 0) throw new UsageError(`Unexpected argument "${more[0]}".`);
    const location = locationOf(values);
    const { data, text } = await open(location, await found.read(values, argument, location));
    return values.json ? json(data) : text;
  };
