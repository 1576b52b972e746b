// @module-tag deep
import { execFile } from "node:child_process";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { convertV4MiniflareOptions, Miniflare } from "miniflare";
import { afterAll, beforeAll, expect, test } from "vitest";
import { useService } from "../use-service.ts";

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, "../..");
/** A program that narrows a link by retailer and intent, reads an error's code, and iterates over a list. */
const PROGRAM = `import { type ApiKey, type LinkWith, type NewLink, responseOf, ShoppableLinks, ShoppableLinksError } from "@shoppable-links/client";

export async function story(key: string, baseUrl: string): Promise<unknown> {
  const client = new ShoppableLinks({ key, baseUrl });
  const cart: NewLink = {
    projectId: "demo", name: "Breakfast", retailer: "bigbox_w", intent: "add_to_cart",
    products: [{ retailerProductId: "10450114" }],
  };
  const preview = await client.links.preview(cart);
  const link = await client.links.create(cart);
  const read = await client.links.get(link.id);
  const changed = await client.links.change(link.id, { publicName: "For two" }, { ifMatch: responseOf(read).etag ?? "" });
  const stale = await client.links
    .change(link.id, { publicName: "Other" }, { ifMatch: responseOf(read).etag ?? "" })
    .catch((error: unknown) => (error instanceof ShoppableLinksError ? error.code : error));
  const code = await client.qrCodes.create(link.id, { identifier: "door", name: "Door" });
  const codes: string[] = [];
  for await (const { identifier } of client.qrCodes.list(link.id, { limit: 1 })) codes.push(identifier);
  const rows = await client.links.createMany([cart, { ...cart, projectId: "other" }]);
  const names: string[] = [];
  for await (const { name } of client.links.list({ q: "breakfast", limit: 1 })) names.push(name);
  const { totals } = await client.visits.ofLink(link.id);
  const stores = await client.retailers.find({ q: "market", limit: 1 });
  const changes: number[] = [];
  for await (const { version } of client.links.history(link.id)) changes.push(version);
  const { destination } = await client.links.destination(link.id);
  const { health } = await client.links.destination(link.id, { include: ["health"] });
  const whole: LinkWith<"all"> = await client.links.get(link.id, { include: ["all"] });
  const { state, addresses, gtin } = await client.links.get(link.id, { include: ["state", "addresses", "gtin"] });
  const key_: ApiKey = await client.key.get();
  const picture = await client.qrCodes.file(code, { format: "png", size: 256 });
  return {
    preview: preview.destination, publicName: changed.publicName, stale, code: code.name, codes,
    rows: rows.map(({ status }) => status), names, scans: totals.scans, stores: stores.length, changes, destination, health,
    domain: whole.domain !== "", state, gtin, addresses: addresses.length, projects: key_.projects,
    picture: String.fromCharCode(...picture.slice(1, 4)),
  };
}
`;

let folder: string;
const service = await useService({}, "demo");
let key: string;
let files: string[];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "shoppable-links-client-"));
  const packed = await run("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: join(ROOT, "client"),
  });
  // npm prints what the build script prints before its JSON.
  const [report] = JSON.parse(packed.stdout.slice(packed.stdout.indexOf("[\n")));
  files = report.files.map(({ path }: { path: string }) => path);
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  await run("npm", ["install", "--offline", "--no-audit", "--no-fund", join(folder, report.filename)], {
    cwd: folder,
  });
  await writeFile(join(folder, "story.ts"), PROGRAM);
  ({ key } = await service.issueKey({
    organization: "demo",
    createProjects: ["demo", "other"],
    projects: ["demo"],
  }));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

const DESTINATION = "https://www.walmart.com/sc/cart/addToCart?items=10450114_1";
const OUTCOME = {
  preview: DESTINATION,
  publicName: "For two",
  stale: "precondition_failed",
  code: "Door",
  codes: ["default", "door"],
  rows: [201, 403],
  stores: 1,
  scans: 0,
  changes: [3, 2, 1],
  destination: DESTINATION,
  health: [],
  domain: true,
  state: "running",
  addresses: 1,
  projects: ["demo"],
  picture: "PNG",
};

test("the package contains the built files, README and package.json only", async () => {
  const kinds = new Set(files.map((path) => path.replace(/^dist\/\w+(\.d\.ts|\.js)$/, "dist/*$1")));
  expect([...kinds].sort()).toEqual(["README.md", "dist/*.d.ts", "dist/*.js", "package.json"]);
  expect(await readdir(join(folder, "node_modules"))).toEqual([".package-lock.json", "@shoppable-links"]);
});

test("the package is smaller than 3.2 kB with gzip", async () => {
  const entry = join(folder, "node_modules/@shoppable-links/client/dist/index.js");
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format: "esm",
    write: false,
  });
  expect(gzipSync(outputFiles[0]?.contents ?? "").length).toBeLessThan(3_200);
});

/** Replacements of a line of the program that must be type errors. */
const WRONG: [string, string][] = [
  ['intent: "add_to_cart"', 'intent: "recipe"'],
  // Properties that `include` does not name are not in the type.
  ['include: ["state", "addresses", "gtin"]', 'include: ["state", "gtin"]'],
  ['include: ["state", "addresses", "gtin"]', 'include: ["state", "addresses"]'],
  ['include: ["all"]', 'include: ["everything"]'],
  [
    'LinkWith<"all"> = await client.links.get(link.id, { include: ["all"] })',
    'LinkWith<"slug" | "state"> = await client.links.get(link.id)',
  ],
];

// The last TypeScript that supports node10, and the module setting of each resolution.
test.each([
  ["node16", "node16"],
  ["nodenext", "nodenext"],
  ["bundler", "esnext"],
  ["node10", "es2022"],
])("a strict program compiles with the client's types: %s", async (moduleResolution, module) => {
  const options = [
    "--strict",
    "--noEmit",
    "--skipDefaultLibCheck",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
  ];
  const settings = ["--target", "es2022", "--module", module, "--moduleResolution", moduleResolution];
  const compile = (...programs: string[]) =>
    run(join(ROOT, "client/node_modules/.bin/tsc"), [...options, ...settings, ...programs], { cwd: folder });
  if (moduleResolution !== "nodenext") {
    await compile("story.ts");
    return;
  }
  const wrongs: string[] = [];
  for (const [index, [right, wrong]] of WRONG.entries()) {
    expect(PROGRAM).toContain(right);
    wrongs.push(`wrong-${index}.ts`);
    await writeFile(join(folder, `wrong-${index}.ts`), PROGRAM.replace(right, wrong));
  }
  const { stdout } = await compile("story.ts", ...wrongs).then(
    () => ({ stdout: "" }),
    (error: { stdout: string }) => error,
  );
  // Every wrong program has an error, and nothing else has.
  expect([...new Set(stdout.match(/^\S+\.ts(?=\()/gm))].sort()).toEqual(wrongs);
});

test("the packed client runs in Node", async () => {
  const main = `import { story } from "./story.ts"; console.log(JSON.stringify(await story(...process.argv.slice(2))));`;
  await writeFile(join(folder, "main.ts"), main);
  const { stdout } = await run(process.execPath, ["--no-warnings", "main.ts", key, service.url.href], {
    cwd: folder,
  });
  expect(JSON.parse(stdout)).toEqual({ ...OUTCOME, names: ["Breakfast", "Breakfast"] });
});

test("the packed client runs in a Worker", async () => {
  await writeFile(
    join(folder, "worker.ts"),
    `import { story } from "./story.ts";
     export default { fetch: async (_: Request, { KEY, BASE_URL }: { KEY: string; BASE_URL: string }) => Response.json(await story(KEY, BASE_URL)) };`,
  );
  await build({
    entryPoints: [join(folder, "worker.ts")],
    bundle: true,
    format: "esm",
    outfile: join(folder, "worker.js"),
  });
  const script = await readFile(join(folder, "worker.js"), "utf8");
  const bindings = { KEY: key, BASE_URL: service.url.href };
  const options = { modules: true, script, compatibilityDate: "2026-11-01", bindings };
  const miniflare = new Miniflare(convertV4MiniflareOptions(options));
  try {
    const response = await miniflare.dispatchFetch("http://worker.example/");
    expect(await response.json()).toMatchObject(OUTCOME);
  } finally {
    await miniflare.dispose();
  }
});

test("client and service have the same version", async () => {
  const version = async (path: string) => JSON.parse(await readFile(join(ROOT, path), "utf8")).version;
  expect(await version("client/package.json")).toBe(await version("package.json"));
});
