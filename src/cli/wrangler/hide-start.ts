import type { Readable, Writable } from "node:stream";

/** Wrangler warns that crons do not run locally. Here they do: `npm start` runs them. */
const CRON_WARNING =
  /[^\n]*Scheduled Workers are not automatically triggered[\s\S]*?#test-cron-triggers-locally\S*\s*/;

/**
 * Passes on what wrangler writes, but for its words until it is ready: tables of bindings and modules. `reveal` ends that.
 * As soon as wrangler reports a problem, or ends, everything that was held back is shown, in its order.
 */
export function hideStart(
  { stdout, stderr }: { stdout: Readable | null; stderr: Readable | null },
  to: { stdout: Writable; stderr: Writable },
): { reveal(): void } {
  let held: { stream: Writable; text: string }[] | null = [];
  const show = () => {
    for (const { stream, text } of held ?? []) stream.write(text);
    held = null;
  };
  stdout?.setEncoding("utf8").on("data", (text: string) => {
    if (held === null) to.stdout.write(text);
    else held.push({ stream: to.stdout, text });
  });
  stderr?.setEncoding("utf8").on("data", (chunk: string) => {
    const text = chunk.replace(CRON_WARNING, "");
    if (text.trim() === "") return;
    show();
    to.stderr.write(text);
  });
  stdout?.on("end", show);
  return {
    reveal() {
      held = null;
    },
  };
}
