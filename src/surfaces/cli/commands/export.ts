import { existsSync } from "node:fs";
import { rename, rm, writeFile } from "node:fs/promises";
import * as z from "zod";
import { API_KEY_HEADER } from "../../../ground/core/api-key-format.ts";
import { pause } from "../../../ground/platform/deadlines.ts";
import { parse, required } from "../command-line/arguments.ts";
import { CommandError, UsageError } from "../command-line/command.ts";

const USAGE = `Usage: KEY=… npm run export -- --out FILE

  Exports the organization of an API key into a new ZIP file: links with their history, codes, every URL that was ever handed
  out, and visits. The key is in the environment variable KEY; it needs the scope exports:write and all projects.

  --out FILE    the file, which must not exist yet
  --url URL     the service; default: http://localhost:8787
  --images      adds the image of every QR code as SVG
`;

const POLL_MS = 2_000;

const exportResponse = z.object({
  data: z.object({
    id: z.string(),
    state: z.string(),
    percent: z.number(),
    links: z.number(),
    downloadUrl: z.string().optional(),
  }),
});

/** Executes `npm run export` and gives the text for stdout. */
export async function exportOrganization(
  args: string[],
  environment: Readonly<Record<string, string | undefined>> = process.env,
): Promise<string> {
  const { values } = parse(args, {
    out: { type: "string" },
    url: { type: "string" },
    images: { type: "boolean" },
    help: { type: "boolean", short: "h" },
  });
  if (values.help) return USAGE;
  const out = required("--out", values.out);
  if (existsSync(out)) throw new UsageError(`${out} exists already.`);
  const key = required("The environment variable KEY", environment.KEY);
  const url = values.url ?? "http://localhost:8787";
  const call = async (path: string, body?: object) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const headers = { [API_KEY_HEADER]: key, "Content-Type": "application/json" };
    const response = await fetch(new URL(path, url), { ...(body && init), headers });
    if (!response.ok) throw new CommandError(`${path}: ${response.status} ${await response.text()}`);
    return exportResponse.parse(await response.json()).data;
  };
  // A terminal shows one line; a log gets one for each change.
  let shown = "";
  const show = (percent: number) => {
    const text = process.stderr.isTTY ? `\r${percent} %` : `${percent} %\n`;
    if (text !== shown) process.stderr.write(text);
    shown = text;
  };
  let found = await call("/v1/exports", { images: values.images ?? false });
  for (; found.downloadUrl === undefined; found = await call(`/v1/exports/${found.id}`)) {
    show(found.percent);
    await pause(POLL_MS);
  }
  show(100);
  if (process.stderr.isTTY) process.stderr.write("\n");
  const { ok, status, body } = await fetch(found.downloadUrl);
  if (!ok || !body) throw new CommandError(`The archive could not be downloaded: ${status}.`);
  // Under its name only once it is whole.
  const unfinished = `${out}.${process.pid}`;
  try {
    await writeFile(unfinished, body, { mode: 0o600 });
    await rename(unfinished, out);
  } finally {
    await rm(unfinished, { force: true });
  }
  return `Wrote ${found.links} links into ${out}.\n`;
}
