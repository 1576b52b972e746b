import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import guide from "../../src/surfaces/api/docs/guides/webhooks.md";
import { get, post } from "../requests.ts";
import { ROOT } from "../service.ts";
import { useService } from "../use-service.ts";
import { createWebhook } from "./receiver.ts";

/** The programs of the guide by their language. */
const RECEIVERS = Object.fromEntries(
  Array.from(guide.matchAll(/```(\w+)\n([\s\S]*?)\n```/g), ([, language, text]) => [language, text]),
);
const run = promisify(execFile);
const FOLDER = join(ROOT, ".wrangler/webhook-receivers");
mkdirSync(FOLDER, { recursive: true });
const service = await useService();
const key = await service.issueKey({ createProjects: ["main"] });

const children: ChildProcess[] = [];
afterAll(() => {
  for (const child of children) child.kill();
  rmSync(FOLDER, { recursive: true, force: true });
});

/** A port that nothing listens on. */
async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address ? address.port : 0;
}

test.each([
  ["TypeScript", process.execPath, "receiver.ts", RECEIVERS.ts],
  ["Python", "python3", "receiver.py", RECEIVERS.python],
])(
  "the receiver in %s takes what the service sends, and nothing that is signed otherwise",
  async (_, command, name, text) => {
    const file = join(FOLDER, name);
    writeFileSync(file, `${text}\n`);
    const port = await freePort();
    const { id, secret } = await createWebhook(service, key, `http://localhost:${port}/`);
    const env = { ...process.env, WEBHOOK_SECRET: secret, PORT: String(port) };
    const child = spawn(command, [file], { cwd: ROOT, env, stdio: ["ignore", "pipe", "ignore"] });
    children.push(child);
    let printed = "";
    child.stdout.on("data", (data) => {
      printed += data;
    });
    const tried = (secretOf: string) =>
      run("sh", ["-c", RECEIVERS.sh ?? ""], { env: { ...env, WEBHOOK_SECRET: secretOf } }).then(
        ({ stdout }) => stdout.trim(),
        () => "",
      );
    // The command of the guide, once the program listens.
    await expect.poll(() => tried(secret), { timeout: 30_000 }).toBe("204");
    expect(printed).toContain("webhook.test evt_test");
    expect(await tried(`whsec_${Buffer.alloc(32).toString("base64")}`)).toBe("401");
    const { json } = await post(service, `/v1/webhooks/${id}/deliveries`, {}, key);
    await expect.poll(() => printed, { timeout: 30_000 }).toContain(`webhook.test ${json.data.id}`);
    const states = async () =>
      (await get(service, `/v1/webhooks/${id}/deliveries`, key)).json.data.map(
        ({ state }: { state: string }) => state,
      );
    await expect.poll(states, { timeout: 30_000 }).toEqual(["delivered"]);
  },
);
