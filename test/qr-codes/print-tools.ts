import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Pixels } from "./qr-decoding.ts";

/** Programs that read PDF and PostScript as printers do. */
const TOOLS = ["gs", "pdftoppm", "pdfinfo", "mutool"] as const;
export type Tool = (typeof TOOLS)[number];

const isThere = (tool: Tool): boolean => spawnSync(tool, ["-v"]).error === undefined;

/** The tools that this machine has. */
export const tools: ReadonlySet<Tool> = new Set(TOOLS.filter(isThere));

const missing = TOOLS.filter((tool) => !tools.has(tool));
if (missing.length > 0) {
  console.warn(
    `${missing.join(", ")} not found: install ghostscript, poppler-utils and mupdf-tools to run all tests of PDF and EPS`,
  );
}

/** Runs a tool on files that are deleted afterwards, and gives what it wrote. */
export function run(
  tool: Tool,
  args: readonly string[],
  files: Record<string, Uint8Array | string>,
): { stdout: Buffer; stderr: Buffer } {
  const cwd = mkdtempSync(join(tmpdir(), "qr-"));
  try {
    for (const [name, content] of Object.entries(files)) writeFileSync(join(cwd, name), content);
    const { error, status, stdout, stderr } = spawnSync(tool, args, { cwd, maxBuffer: 2 ** 27 });
    if (error) throw error;
    if (status !== 0) throw new Error(`${tool} ended with ${status}: ${stderr}`);
    return { stdout, stderr };
  } finally {
    rmSync(cwd, { recursive: true });
  }
}

/** The image in a portable pixmap with three bytes for each pixel. */
export function pixelsOfPpm(ppm: Buffer): Pixels {
  const [head = "", width, height] =
    /^P6\s+(?:#.*\s+)?(\d+)\s+(\d+)\s+255\s/.exec(ppm.toString("latin1", 0, 200)) ?? [];
  const data = new Uint8ClampedArray(Number(width) * Number(height) * 4).fill(255);
  for (let pixel = 0; pixel < data.length / 4; pixel++) {
    for (let channel = 0; channel < 3; channel++) {
      data[4 * pixel + channel] = ppm[head.length + 3 * pixel + channel] ?? 0;
    }
  }
  return { data, width: Number(width), height: Number(height) };
}

/** How each tool turns a PDF, and Ghostscript an EPS, into pixels, so many on an inch. */
export const RASTERIZE = {
  pdftoppm: (page: Uint8Array | string, dpi: number) =>
    pixelsOfPpm(run("pdftoppm", ["-r", `${dpi}`, "page"], { page }).stdout),
  mutool: (page: Uint8Array | string, dpi: number) =>
    pixelsOfPpm(
      run("mutool", ["draw", "-q", "-F", "ppm", "-o", "-", "-r", `${dpi}`, "page.pdf"], { "page.pdf": page })
        .stdout,
    ),
  gs: (page: Uint8Array | string, dpi: number) =>
    pixelsOfPpm(
      run("gs", ["-q", "-dEPSCrop", `-r${dpi}`, "-sDEVICE=ppmraw", "-o", "-", "page"], { page }).stdout,
    ),
} satisfies { [tool in Tool]?: (page: Uint8Array | string, dpi: number) => Pixels };
