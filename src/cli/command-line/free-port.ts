import { createServer } from "node:net";
import { CommandError } from "./command.ts";

/**
 * Throws CommandError where another program listens on this port of this machine already. Wrangler says so too, but only
 * after seconds, when the demo's key was shown. What is no port is left to wrangler.
 */
export async function requireFreePort(port: string, host = "localhost"): Promise<void> {
  const number = Number(port);
  if (!Number.isInteger(number) || number < 1 || number > 65_535) return;
  const server = createServer();
  const { promise: isTaken, resolve } = Promise.withResolvers<boolean>();
  server.once("error", (error: NodeJS.ErrnoException) => resolve(error.code === "EADDRINUSE"));
  server.listen(number, host, () => server.close(() => resolve(false)));
  if (await isTaken)
    throw new CommandError(
      `Address already in use: another program listens on port ${number}. Choose another with --port.`,
    );
}
