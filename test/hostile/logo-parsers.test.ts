import { describe, expect, test } from "vitest";
import { MAX_LOGO_BYTES } from "../../src/features/brands/logo.ts";
import { readLogo } from "../../src/features/brands/read-logo.ts";
import { readSvg } from "../../src/features/brands/read-svg.ts";
import { draw } from "../../src/features/qr-codes/draw.ts";
import { defaultOptions, type ImageOptions } from "../../src/features/qr-codes/image-options.ts";
import type { Logo } from "../../src/ground/drawing/drawing.ts";

/** Hostile uploads instead of a logo: a beginning, a repeated part, and an end. */
const OPEN = `<svg viewBox="0 0 40 40">`;
const PATTERNS: readonly (readonly [begin: string, again: string, end: string])[] = [
  ["", "<!---->", ""],
  ["", "<!---->", "<svg/>"],
  ["", "<!--", ""],
  ["", "<!-- --", ">"],
  ["", "<?x?>", ""],
  ["", "<?", "?>"],
  ["", "<!DOCTYPE a>", ""],
  ["", "<!DOCTYPE", ">"],
  ["", " ", ""],
  ["", " \n", "<svg"],
  ["<", "a", ""],
  ["<", "a:", ">"],
  ["<svg", " a='1'", ""],
  ["<svg", " a = '1'", "/>"],
  ["<svg ", "a", "='"],
  ["<svg a='", "'", ">"],
  ['<svg a="', '">', ""],
  ["<svg", " a=''", "&"],
  ["<svg", "\t", ">"],
  ["", "<svg>", ""],
  ["", "</svg>", ""],
  [OPEN, "<g>", ""],
  [OPEN, "<g></g>", "</svg>"],
  [OPEN, "<g/>", "</svg>"],
  [OPEN, "<![CDATA[", "]]></svg>"],
  [OPEN, "<![CDATA[]]>", "</svg>"],
  [`${OPEN}<path d="`, "M0 0h1", '"/></svg>'],
  [`${OPEN}<path d="`, " ", '"/></svg>'],
  [`${OPEN}<path d="M0 0`, "l1,", '"/></svg>'],
  [`${OPEN}<path d="M0 0h`, "1", '"/></svg>'],
  [`${OPEN}<path d="M0 0h1.`, "0", 'e"/></svg>'],
  [`${OPEN}<path d="M0 0`, "a1 1 0 0 1 1 1", '"/></svg>'],
  [`${OPEN}<path d="M0 0`, "a9 1 7 1 1 40 0z", '"/></svg>'],
  [`${OPEN}<path d="M0 0`, "t1 1", '"/></svg>'],
  [`${OPEN}<path d="M0 0`, "zm1 1", '"/></svg>'],
  [`${OPEN}<polygon points="`, "1,", '"/></svg>'],
  [`${OPEN}<polygon points="`, "9 9 ", '"/></svg>'],
  [`${OPEN}<g transform="`, "scale(", '"/></svg>'],
  [`${OPEN}<g transform="`, "scale(1) ", '"/></svg>'],
  [`${OPEN}<g transform="scale(`, " ", '"/></svg>'],
  [`${OPEN}`, `<g transform="scale(1)"/>`, "</svg>"],
  [`${OPEN}<path fill="`, "rgb(", '"/></svg>'],
  [`${OPEN}<path fill="rgb(`, "1,", ')"/></svg>'],
  [`${OPEN}<style>`, ".a{fill:red}", "</style></svg>"],
  [`${OPEN}<style>`, "/**/", "</style></svg>"],
  [`${OPEN}<style>`, "/*", "</style></svg>"],
  [`${OPEN}<style>.a{`, "fill:red;", "}</style></svg>"],
  [`${OPEN}<style>`, ".a,", "{fill:red}</style></svg>"],
  [`${OPEN}<style>.a{fill:red;stroke:red}</style><g class="`, "a ", '"/></svg>'],
  [`${OPEN}<g style="`, "a:b;", '"/></svg>'],
  [OPEN, `<path d="M0 0h9v9z"/>`, "</svg>"],
  [OPEN, `<path d="M0 0c9 0 9 0 9 9" fill="none" stroke="red" stroke-linejoin="round"/>`, "</svg>"],
  [`${OPEN}<path fill="none" stroke="red" d="M0 0`, "l9 9l-9-9", '"/></svg>'],
  [`${OPEN}<path d="M-9 -9`, "h99v99", '"/></svg>'],
  ["\x89PNG\r\n\x1a\n", "\0\0\0\0IDAT\0\0\0\0", ""],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\x08\x06\0\0\0....", "\0\0\0\0IDAT....", ""],
  ["\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0\x03\xe8\0\0\x03\xe8\x08\x06\0\0\0....\xff\xff\xff\xffIDAT", "\x78", ""],
];

/** CPU of reading in milliseconds, for any result: the minimum of several runs. */
async function timeOf([begin, again, end]: (typeof PATTERNS)[number], length: number): Promise<number> {
  const count = Math.floor((length - begin.length - end.length) / again.length);
  const bytes = Uint8Array.from(Buffer.from(begin + again.repeat(count) + end, "latin1"));
  let least = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < 2; turn++) {
    const before = process.cpuUsage();
    await readLogo(bytes, { organizationId: "a", projectId: "b" }, () => "c").catch(() => {});
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

describe("the readers of logos take linear time", () => {
  test.each(PATTERNS)("%j, then %j repeatedly, then %j", async (...pattern) => {
    const [short, long] = [await timeOf(pattern, MAX_LOGO_BYTES / 8), await timeOf(pattern, MAX_LOGO_BYTES)];
    // Eight times the length: quadratic time would be sixty-four times. A few milliseconds are noise.
    expect(long).toBeLessThan(24 * short + 60);
  });
});

describe("a public image stays cheap with any logo", () => {
  const URL = "https://sho.example/ab12cd34?qr=default";
  const options: ImageOptions = {
    ...defaultOptions("png"),
    size: 2048,
    level: "H",
    logo: "project",
    modules: "dots",
    finders: "circle",
    frame: "pl",
  };
  const logo = (shapes: string) => readSvg(`<svg viewBox="0 0 100 100">${shapes}</svg>`);
  async function costOf(drawn: Logo): Promise<number> {
    let least = Number.POSITIVE_INFINITY;
    for (let turn = 0; turn < 3; turn++) {
      const before = process.cpuUsage();
      await draw(URL, "png", options, drawn);
      const { user, system } = process.cpuUsage(before);
      least = Math.min(least, user + system);
    }
    return least;
  }

  test.each([
    ["as many layers as are taken", `<circle cx="50" cy="50" r="50" fill="#c8102e"/>`.repeat(23)],
    [
      "edges that go along it as often as is taken",
      `<path fill-rule="evenodd" d="M0 0${"l.1 100l.1-100".repeat(490)}z"/>`,
    ],
    ["as many steps as are taken", `<path d="M0 0${"c1 0 1 1 1 1s-1 0-1-1".repeat(2_900)}z"/>`],
  ])("%s costs at most twice a simple logo", async (_, shapes) => {
    const simple = await costOf(logo(`<path d="M0 0h100v100H0z" fill="#c8102e"/>`));
    expect(await costOf(logo(shapes))).toBeLessThan(2 * simple);
  });
});
