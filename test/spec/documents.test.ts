import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { MAX_FRAME_TEXT } from "../../src/features/qr-codes/code-style.ts";
import { IMAGE_FORMATS, QUIET_ZONE } from "../../src/features/qr-codes/image-formats.ts";
import { defaultOptions } from "../../src/features/qr-codes/image-options.ts";
import { IMAGE_OPTIONS } from "../../src/features/qr-codes/read-image-options.ts";
import { FINDER_SHAPES, FRAMES, LOGOS, MODULE_SHAPES, PLAIN } from "../../src/features/qr-codes/style.ts";
import { DIMENSIONS } from "../../src/features/visits/dimensions.ts";
import { useService } from "../use-service.ts";
import { runCurl, shellWords } from "./curl.ts";

/** Every document that the README links to, README first. Curl commands run in this order. */
const DOCUMENTS = ["README.md", "docs/api.md", ...readdirSync("docs").map((name) => `docs/${name}`)].filter(
  (path, index, all) => path.endsWith(".md") && all.indexOf(path) === index,
);
const GUIDES = "src/surfaces/api/docs/guides";
const read = (path: string): string => readFileSync(path, "utf8");

/** The cells of every row below a table heading, without code marks. */
function table(path: string, heading: string): string[][] {
  const [, rows = ""] = read(path).split(`${heading}\n`);
  const [body = ""] = rows.split("\n\n");
  const lines = body.split("\n").slice(1);
  return lines.map((line) =>
    line
      .split("|")
      .slice(1, -1)
      .map((cell) => cell.trim().replaceAll("`", "")),
  );
}

const service = await useService({}, "demo");
const variables: Record<string, string> = {};
beforeAll(async () => {
  const { key } = await service.issueKey({ organization: "demo", createProjects: ["demo"] });
  variables.KEY = key;
});

const run = (command: string): Promise<Response> =>
  runCurl(service, "http://localhost:8787", shellWords(command, variables));

describe("documents", () => {
  const commands = DOCUMENTS.flatMap((path) => [...read(path).matchAll(/^curl (?:.*\\\n)*.*$/gm)]).map(
    ([command]) => command,
  );

  test("stay short for newcomers: README.md at most 10 kB, CONTRIBUTING.md 10 kB, the changelog's 1.0.0 60 lines", () => {
    expect(Buffer.byteLength(read("README.md"))).toBeLessThanOrEqual(10_000);
    expect(Buffer.byteLength(read("CONTRIBUTING.md"))).toBeLessThanOrEqual(10_000);
    const [, first = ""] = read("CHANGELOG.md").split("## 1.0.0");
    expect(first.trim().split("\n").length).toBeLessThanOrEqual(60);
  });

  test("docs/README.md links to every document", () => {
    const index = read("docs/README.md");
    const missing = DOCUMENTS.filter((path) => path.startsWith("docs/") && path !== "docs/README.md").filter(
      (path) => !index.includes(`](${path.slice("docs/".length)})`),
    );
    expect(missing).toEqual([]);
  });

  test("every link to a file or a heading works", () => {
    const anchorsOf = (path: string) =>
      [...read(path).matchAll(/^#+ (.+)$/gm)].map(([, heading = ""]) =>
        heading
          .toLowerCase()
          .replace(/[^\w\- ]/g, "")
          .replaceAll(" ", "-"),
      );
    const broken = [...DOCUMENTS, "CONTRIBUTING.md", "SECURITY.md", "RELIABILITY.md"].flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https?:)([^)#]*)(?:#([^)]*))?\)/g)]
        .filter(([, file = "", anchor]) => {
          const target = file === "" ? path : join(dirname(path), file);
          if (!existsSync(target)) return true;
          return anchor !== undefined && target.endsWith(".md") && !anchorsOf(target).includes(anchor);
        })
        .map(([link]) => `${path}: ${link}`),
    );
    expect(broken).toEqual([]);
  });

  test("no command reinstalls packages below a running service, or repeats an Idempotency-Key when pasted again", () => {
    const pasted = [
      ...DOCUMENTS,
      "client/README.md",
      ...readdirSync(GUIDES).map((name) => `${GUIDES}/${name}`),
    ];
    const found = pasted.flatMap((path) =>
      (read(path).match(/^.*(?:npm ci\b|Idempotency-Key: [a-z]|idempotencyKey: ").*$/gm) ?? []).map(
        (line) => [path, line],
      ),
    );
    expect(found).toEqual([]);
  });

  test("all curl commands work in order", async () => {
    expect(commands.length).toBeGreaterThan(5);
    for (const command of commands) {
      const response = await run(command);
      if (command.includes("/qr/")) {
        const [, ending] = /\.(\w+)\?/.exec(command) ?? [];
        const kind = { svg: "image/svg+xml", png: "image/png", pdf: "application/pdf" }[ending ?? ""];
        const mediaType = kind ?? "application/postscript";
        expect([command, response.status, response.headers.get("Content-Type")]).toEqual([
          command,
          200,
          mediaType,
        ]);
        continue;
      }
      const answer = await response.json<{ data?: { id?: string } }>();
      expect(answer, command).toHaveProperty("data");
      if (command.includes('"Breakfast"')) variables.LINK_ID = answer.data?.id ?? "";
      const answers200 = ["-X PATCH", "/v1/links/bulk", "/v1/links/preview"];
      const creates = command.includes("-d ") && !answers200.some((part) => command.includes(part));
      expect([command, response.status]).toEqual([command, creates ? 201 : 200]);
    }
  });

  test("docs/api.md links to every guide, and has no second text", () => {
    const text = read("docs/api.md");
    const missing = readdirSync(GUIDES).filter((name) => !text.includes(`](../${GUIDES}/${name})`));
    expect(missing).toEqual([]);
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toEqual(["# The API"]);
  });

  test("the guide of queries lists the dimensions of visits", () => {
    const [, values = ""] = /^\| `by` \| (.*?); /m.exec(read(`${GUIDES}/visit-queries.md`)) ?? [];
    expect(values.replaceAll("`", "").split(", "), "the row of `by`").toEqual(DIMENSIONS);
  });

  test.each(["CONTRIBUTING.md", "docs/changing.md"])("%s names files that exist", (document) => {
    const named = Array.from(
      read(document).matchAll(/`((?:src|test|docs|client|migrations)\/[\w./-]+)`/g),
      ([, path = ""]) => path,
    );
    expect(named.length).toBeGreaterThan(15);
    expect(named.filter((path) => !existsSync(path))).toEqual([]);
  });

  test("the guide of images lists the options with their bounds and defaults", () => {
    const rows = table(`${GUIDES}/images.md`, "| parameter | values | default |");
    expect(rows.map(([name]) => name)).toEqual(Object.keys(IMAGE_OPTIONS.svg.shape));
    const { level, color, background, surface, quietZone } = defaultOptions("svg");
    const { svg, png, pdf, eps } = IMAGE_FORMATS;
    for (const [same, other] of [
      [svg, png],
      [pdf, eps],
    ] as const)
      expect([same.least, same.most]).toEqual([other.least, other.most]);
    expect(rows.map(([, values]) => values)).toEqual([
      `whole pixels from ${svg.least} to ${svg.most} for SVG and PNG, whole millimeters from ${pdf.least} to ${pdf.most} for PDF and EPS`,
      expect.stringContaining("L, M, Q or H"),
      ...Array(3).fill(expect.any(String)),
      expect.stringContaining(`${QUIET_ZONE.least} to ${QUIET_ZONE.most};`),
      ...[MODULE_SHAPES, FINDER_SHAPES, LOGOS.slice(1), FRAMES.slice(1)].map((values) =>
        expect.stringContaining(values.at(-1) ?? ""),
      ),
      expect.stringContaining(`${MAX_FRAME_TEXT} characters`),
      expect.stringContaining("(01)"),
    ]);
    expect(rows.map(([, , usual]) => usual)).toEqual([
      `SVG 512 pixels or a little more, PNG ${png.defaultSize} pixels, PDF and EPS ${pdf.defaultSize} mm`,
      level,
      color,
      background,
      surface,
      String(quietZone),
      PLAIN.modules,
      PLAIN.finders,
      PLAIN.logo,
      PLAIN.frame,
      "",
      "0",
    ]);
  });

  test("docs/configuration.md lists exactly the variables and secrets", () => {
    const source = readFileSync("src/ground/platform/variables.ts", "utf8");
    const optional = [...source.matchAll(/^ {2}([A-Z_]+)\?: string;/gm)].map(([, name]) => name);
    const listed = table("docs/configuration.md", "| name | kind | effect |").flatMap(([names = ""]) =>
      names.split(", "),
    );
    expect(listed.sort()).toEqual(optional.sort());
  });
});
