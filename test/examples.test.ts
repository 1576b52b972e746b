// @module-tag all
import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test, vi } from "vitest";
import { ROOT, temporaryDirectory } from "./cli/run-cli.ts";
import { get, type Json } from "./requests.ts";
import { useService } from "./use-service.ts";

vi.setConfig({ testTimeout: 60_000 });

const service = await useService({}, "demo");
const { key } = await service.issueKey({ organization: "demo", createProjects: ["demo"] });
const SERVICE = service.url.origin;
const directory = temporaryDirectory();
afterAll(directory.remove);

/** The Worker in a file of the examples. */
const workerIn = async (path: string): Promise<{ fetch(request: Request, env: object): Promise<Response> }> =>
  (await import(join(ROOT, "examples", path))).default;

/** What a script of the examples prints. */
async function run(path: string, args: string[], env: Record<string, string> = {}): Promise<string> {
  const environment = { ...process.env, SERVICE, KEY: key, ...env };
  const command = promisify(execFile)(process.execPath, [`examples/${path}`, ...args], { env: environment });
  return (await command).stdout;
}

/** Where a short link redirects. */
const destinationOf = async (shortLink: string): Promise<string | null> =>
  (await get(service, new URL(shortLink).pathname)).headers.get("Location");

test("examples are small, and listed", () => {
  const index = readFileSync("examples/README.md", "utf8");
  for (const { name } of readdirSync("examples", { withFileTypes: true }).filter((each) =>
    each.isDirectory(),
  )) {
    expect(index).toContain(`](${name}/)`);
    for (const file of readdirSync(`examples/${name}`))
      expect(readFileSync(`examples/${name}/${file}`, "utf8").split("\n").length, file).toBeLessThan(120);
  }
});

test("the button of a recipe makes its link once, and opens it", async () => {
  const worker = await workerIn("shop-this-recipe/worker.js");
  const env = { SERVICE, KEY: key };
  const page = await worker.fetch(new Request("https://blog.example/"), env);
  expect(await page.text()).toContain('<form method="post" action="/shop">');
  const press = () => worker.fetch(new Request("https://blog.example/shop", { method: "POST" }), env);
  const [first, again] = [await press(), await press()];
  expect([first.status, again.headers.get("Location")]).toEqual([303, first.headers.get("Location")]);
  const opened = await destinationOf(first.headers.get("Location") ?? "");
  expect((await get(service, new URL(opened ?? "").pathname)).text).toContain("Oat pancakes");
});

test("a CSV file of products becomes codes for the printer, once", async () => {
  const args = ["examples/print-codes/products.csv", directory.path];
  const output = await run("print-codes/print-codes.mjs", args);
  expect(await run("print-codes/print-codes.mjs", args)).toBe(output);
  const [shortLink = ""] = output.split(" ");
  expect(await destinationOf(shortLink)).toContain("10450114");
  expect(readdirSync(directory.path).toSorted()).toEqual(["Breakfast-cereal.svg", "Oat-milk.svg"]);
  expect(readFileSync(join(directory.path, "Oat-milk.svg"), "utf8")).toMatch(/^(<\?xml[^>]*>)?\s*<svg/);
});

test("the receiver takes what the service signs, and nothing else", async () => {
  const worker = await workerIn("webhook-receiver/worker.js");
  const { newSecret, signatureOf } = await import("../src/extras/webhooks/secrets.ts");
  const secret = newSecret();
  const seconds = Math.floor(Date.now() / 1000);
  const body = JSON.stringify({
    id: "evt_1",
    type: "link.created",
    related: { url: `${SERVICE}/v1/links/lnk_1` },
  });
  const deliver = async (signed: string, sent: string) => {
    const headers = {
      "webhook-id": "evt_1",
      "webhook-timestamp": String(seconds),
      "webhook-signature": await signatureOf(signed, "evt_1", seconds, body),
    };
    const request = new Request("https://hooks.example/", { method: "POST", headers, body: sent });
    return (await worker.fetch(request, { WEBHOOK_SECRET: secret })).status;
  };
  const said = vi.spyOn(console, "log").mockImplementation(() => {});
  expect(await deliver(secret, body)).toBe(204);
  expect(said).toHaveBeenCalledWith(`link.created of ${SERVICE}/v1/links/lnk_1`);
  said.mockRestore();
  expect([await deliver(newSecret(), body), await deliver(secret, `${body} `)]).toEqual([401, 401]);
  expect((await worker.fetch(new Request("https://hooks.example/"), {})).status).toBe(405);
});

test("the workflow of n8n makes a link for a product", async () => {
  const { nodes, connections } = JSON.parse(readFileSync("examples/n8n/workflow.json", "utf8"));
  let item: Json = { body: { name: "Oat milk", url: "https://shop.example/oat-milk" } };
  const context = { $vars: { SERVICE, KEY: key }, $execution: { id: "41" } };
  // n8n evaluates what is in double braces, in texts that begin with "=".
  const value = (text: string): string =>
    text.startsWith("=")
      ? text
          .slice(1)
          .replace(/\{\{(.*?)\}\}(?!\})/g, (_, code: string) =>
            String(
              new Function("$vars", "$execution", "$json", `return ${code}`)(
                context.$vars,
                context.$execution,
                item,
              ),
            ),
          )
      : text;
  const named = (name: string): Json => nodes.find((node: Json) => node.name === name);
  const visited: string[] = [];
  for (let node = nodes[0]; node; node = named(connections[node.name]?.main[0][0].node)) {
    visited.push(node.type.split(".").at(-1));
    const { parameters } = node;
    if (node.type.endsWith(".respondToWebhook")) item = JSON.parse(value(parameters.responseBody));
    if (!node.type.endsWith(".httpRequest")) continue;
    const headers = parameters.headerParameters.parameters.map((header: Json) => [
      header.name,
      value(header.value),
    ]);
    const response = await fetch(value(parameters.url), {
      method: parameters.method,
      headers: { "Content-Type": "application/json", ...Object.fromEntries(headers) },
      body: value(parameters.jsonBody),
    });
    expect(response.status).toBe(201);
    item = await response.json();
  }
  expect(visited).toEqual(["webhook", "httpRequest", "respondToWebhook"]);
  expect(await destinationOf(item.url)).toBe("https://shop.example/oat-milk");
  expect(item.code).toContain("/qr/");
});

test("links of Bitly come along by its API, with their back-halves", async () => {
  const link = (id: string, url: string, tags: string[] = []) => ({
    id,
    long_url: url,
    title: `Title of ${id}`,
    tags,
  });
  const pages = [
    [
      link("bit.ly/Summer-Sale", "https://shop.example/summer", ["print"]),
      link("bit.ly/3xYz_", "https://shop.example/odd"),
    ],
    [link("bit.ly/winter-sale", "https://shop.example/winter")],
  ];
  const bitly = createServer(({ url, headers }, response) => {
    const { searchParams, pathname, origin } = new URL(url ?? "", `http://${headers.host}`);
    if (headers.authorization !== "Bearer token") return response.writeHead(403).end("FORBIDDEN");
    const page = Number(searchParams.get("page") ?? 1);
    const next = page < pages.length ? `${origin}${pathname}?size=100&page=${page + 1}` : "";
    return response.end(JSON.stringify({ links: pages[page - 1], pagination: { next } }));
  });
  await new Promise<void>((resolve) => bitly.listen(0, "127.0.0.1", resolve));
  // A server that listens on a port has an address of this type.
  const BITLY = `http://127.0.0.1:${(bitly.address() as AddressInfo).port}`;
  const env = { BITLY, BITLY_TOKEN: "token", BITLY_GROUP: "group" };
  const output = await run("from-bitly/from-bitly.mjs", [], env);
  await expect(run("from-bitly/from-bitly.mjs", [], { ...env, BITLY_TOKEN: "other" })).rejects.toThrow("403");
  bitly.close();
  expect(output).toMatch(/^bit\.ly\/Summer-Sale \S+\/summer-sale$/m);
  expect(output).toMatch(/^without its back-half: http\S+$/m);
  expect(await destinationOf(`${SERVICE}/winter-sale`)).toBe("https://shop.example/winter");
});
