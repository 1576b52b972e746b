// @module-tag all
import { inflateSync } from "node:zlib";
import { Resvg } from "@resvg/resvg-js";
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import type { DatabaseRows } from "../database-rows.ts";
import { expectLink } from "../expectations.ts";
import { jpegWith, LOGO } from "../logos.ts";
import { type Json, post, send } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { hostileLogos } from "./hostile-logos.ts";
import { heads, hostileText } from "./public-heads.ts";
import { expectSound, sayingOf, storedBesidesVisits } from "./public-judge.ts";
import { API, SHORT } from "./public-things.ts";
import { type RawRequest, type RawResponse, rawRequests } from "./raw-request.ts";
import { fitting, resolved } from "./schema-values.ts";

const service = await useService({
  vars: { SHORT_LINK_ORIGIN: SHORT, API_ORIGIN: API, AMAZON_ASSOCIATES_TAG: "brand-20" },
});
const { ask, close } = rawRequests(service.url);
const PROJECTS = ["plain", "photo", "pixels"];
const { key } = await service.issueKey({ createProjects: PROJECTS });
const { document } = await readContract(service);

/** Pages show it, and codes do not. */
const PHOTO = jpegWith();
const upload = (project: string, bytes: Uint8Array | string, type: string) =>
  send(service, "PUT", `/v1/projects/${project}/logo`, bytes, { key, headers: { "Content-Type": type } });

/** Codes of each project: with the project's style, with a separate style, and with a long URL. */
const codes: string[] = [];
for (const projectId of PROJECTS) {
  const brand = { brand: { name: projectId } };
  await send(service, "PATCH", `/v1/projects/${projectId}`, brand, { key });
  const style = { logo: "project", modules: "dots", frame: "de", color: "#0a4d3c" };
  await send(service, "PUT", `/v1/projects/${projectId}/code-style`, style, { key });
  for (const changes of [{}, { slug: `${projectId}-${"x".repeat(40)}` }]) {
    const link = expectLink(
      await post(service, "/v1/links", linkBody(undefined, { projectId, ...changes }), { key }),
    );
    const shelf = `/v1/links/${link.id}/qr-codes`;
    await post(service, shelf, { identifier: "shelf" }, { key });
    const style = { finders: "circle", frameText: "Grüß Gott & Co" };
    const styled = await send(service, "PATCH", `${shelf}/shelf`, { style }, { key });
    expect(styled.status, styled.text).toBe(200);
    codes.push(`qr_${link.id}_default`, `qr_${link.id}_shelf`);
  }
}
await upload("photo", PHOTO, "image/jpeg");
await upload("pixels", LOGO, "image/png");

let stored: DatabaseRows["rows"];
beforeAll(async () => {
  stored = await storedBesidesVisits(service.env.DB);
});
afterAll(close);

const FORMATS = ["svg", "png", "pdf", "eps"] as const;
type Format = (typeof FORMATS)[number];

/** Expects a complete image of its format. */
function expectImage(format: Format, { bytes, text, headers }: RawResponse, size: string | null): void {
  expect(headers["content-security-policy"]).toContain("sandbox");
  if (format === "pdf") expect([text.slice(0, 5), text.trimEnd().slice(-5)]).toEqual(["%PDF-", "%%EOF"]);
  if (format === "eps")
    expect([text.slice(0, 23), text.trimEnd().slice(-5)]).toEqual(["%!PS-Adobe-3.0 EPSF-3.0", "%%EOF"]);
  if (format === "svg") {
    expect([text.slice(0, 5), text.trimEnd().slice(-6)]).toEqual(["<svg ", "</svg>"]);
    expect(/<script|\son[a-z]+=|javascript:/i.exec(text)).toBeNull();
    new Resvg(text, { fitTo: { mode: "width", value: 64 }, font: { loadSystemFonts: false } }).render();
  }
  if (format === "png") expectPng(bytes, Number(size ?? 1024));
}

/** Expects a PNG of the requested width with all of its lines. zlib compares their checksum. */
function expectPng(bytes: Buffer, size: number): void {
  expect(bytes.toString("latin1", 0, 16)).toBe("\x89PNG\r\n\x1a\n\0\0\0\rIHDR");
  const [width, height, depth = 0, type = 0] = [16, 20]
    .map((at) => bytes.readUInt32BE(at))
    .concat([...bytes.subarray(24, 26)]);
  const channels = type === 2 ? 3 : type === 6 ? 4 : 1;
  const parts: Buffer[] = [];
  for (let at = 8; at < bytes.length; at += 12 + bytes.readUInt32BE(at))
    if (bytes.toString("latin1", at + 4, at + 8) === "IDAT")
      parts.push(bytes.subarray(at + 8, at + 8 + bytes.readUInt32BE(at)));
  const line = 1 + Math.ceil(((width ?? 0) * depth * channels) / 8);
  expect([width, inflateSync(Buffer.concat(parts)).length]).toEqual([size, line * (height ?? 0)]);
}

const parametersOf = (format: Format): Json[] =>
  document.paths[`/qr/{qrCodeId}.${format}`].get.parameters
    .map((parameter: Json) => resolved(parameter, document))
    .filter((parameter: Json) => parameter.in === "query");

const queryFor = (format: Format): fc.Arbitrary<string> =>
  fc
    .tuple(
      ...parametersOf(format).map(({ name, schema }) =>
        fc.oneof(
          { weight: 6, arbitrary: fc.constant("") },
          {
            weight: 5,
            arbitrary: fitting(schema, document).map(
              (value) => `${name}=${encodeURIComponent(String(value).toWellFormed())}`,
            ),
          },
          { weight: 1, arbitrary: hostileText.map((value) => `${name}=${encodeURIComponent(value)}`) },
        ),
      ),
      fc.constantFrom("", "", "", "utm_source=x", "size=64&size=64", "logo", "style", "style=other", "%"),
    )
    .map((parts) => parts.filter((part) => part !== "").join("&"));

let clients = 0;
const asked = (path: string, headers: Record<string, string>, method = "GET"): RawRequest => {
  const client = ++clients;
  return {
    method,
    path,
    headers: { "CF-Connecting-IP": `198.18.${(client >> 8) & 255}.${client & 255}`, ...headers },
  };
};
const nowhere = () => false;

test.each(FORMATS)(
  "%s: an image or an error, each time the same",
  {
    timeout: patience(),
  },
  async (format) => {
    const known = parametersOf(format).map(({ name }) => name);
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...codes), queryFor(format), heads, async (code, query, headers) => {
        const { "If-None-Match": tags, ...others } = headers;
        const path = `/qr/${code}.${format}${query && `?${query}`}`;
        const sent = asked(path, others);
        const first = await ask(sent);
        expectSound(sent, first, nowhere);
        const again = await ask(sent);
        expect(sayingOf(again)).toEqual(sayingOf(first));
        const head = await ask(asked(path, others, "HEAD"));
        expect([head.status, head.bytes.length]).toEqual([first.status, 0]);
        expect([200, 400], first.text.slice(0, 200)).toContain(first.status);
        if (first.status === 400) {
          for (const { field } of JSON.parse(first.text).error.details) expect(known).toContain(field);
          return;
        }
        expectImage(format, first, new URLSearchParams(query).get("size"));
        const { etag = "" } = first.headers;
        for (const asks of [etag, `W/${etag}`, `"x",${etag}`, tags ?? '"x"']) {
          const conditional = asked(path, { ...others, "If-None-Match": asks });
          const answer = await ask(conditional);
          expectSound(conditional, answer, nowhere);
          if (asks !== tags) expect([asks, answer.status]).toEqual([asks, asks === '"x"' ? 200 : 304]);
        }
      }),
      { numRuns: runs(10), seed: SEED },
    );
    expect(await storedBesidesVisits(service.env.DB)).toEqual(stored);
  },
);

test("a saved style is drawn with any logo of its project", { timeout: patience() }, async () => {
  for (const code of codes)
    for (const format of FORMATS) {
      const answer = await ask(asked(`/qr/${code}.${format}?style=default`, {}));
      expect([code, format, answer.status, answer.text.slice(0, answer.status === 200 ? 0 : 200)]).toEqual([
        code,
        format,
        200,
        "",
      ]);
      expectImage(format, answer, null);
    }
});

test("any accepted logo is drawn or rejected by name, and a saved style omits an unusable logo", {
  timeout: patience(),
}, async () => {
  const [code] = codes;
  let colors = 0;
  await fc.assert(
    fc.asyncProperty(hostileLogos, fc.constantFrom(...FORMATS), async (bytes, format) => {
      const taken = await upload("plain", bytes, "image/png");
      expect(taken.status).toBeLessThan(500);
      if (taken.status !== 200) return;
      // A new color, so that no copy of an older logo is served.
      const color = `color=%23${(++colors).toString(16).padStart(6, "0")}`;
      const wanted = await ask(asked(`/qr/${code}.${format}?logo=project&${color}`, {}));
      expect([200, 400], wanted.text.slice(0, 200)).toContain(wanted.status);
      if (wanted.status === 200) expectImage(format, wanted, null);
      else expect(JSON.parse(wanted.text).error.details).toMatchObject([{ field: "logo" }]);
      const saved = await ask(asked(`/qr/${code}.${format}?style=default&${color}`, {}));
      expect(saved.status, saved.text.slice(0, 200)).toBe(200);
      expectImage(format, saved, null);
    }),
    { numRuns: runs(10), seed: SEED },
  );
});
