import { beforeAll, describe, expect, test } from "vitest";
import { definitionOf } from "../../src/features/links/link.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { OFFER_VARIANTS, productBounds } from "../../src/features/retailers/variants.ts";
import type { LinkResource } from "../../src/surfaces/api/resources.ts";
import { expectError, expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { insertProjects } from "../service.ts";
import { type SharedService, useService } from "../use-service.ts";
import { BY_PAIR, envelopesOf, fieldsOf, fullBody, jsonOf, pairOf, setAll, setAt } from "./fields.ts";
import { type Stored, storedIn } from "./stored.ts";

let service: SharedService;
let key: string;
let before: Stored;
let created = 0;
beforeAll(async () => {
  service = await useService({}, "acme");
  ({ key } = await service.issueKey());
  // Every valid projectId is a project, including ids in older formats.
  const projects = fieldsOf(firstVariant).find(({ path }) => path === "projectId")?.good as string[];
  await insertProjects(service.env.DB, "acme", projects);
  before = await storedIn(service);
});

const [[, firstVariant]] = BY_PAIR as [(typeof BY_PAIR)[0]];
const send = (body: Json) => post(service, "/v1/links", jsonOf(body), { key });

async function accepted(body: Json): Promise<LinkResource> {
  const link = expectLink(await send(body));
  created++;
  return link;
}

/** The fields named in the details of a 400, sorted. */
async function refused(body: Json): Promise<string[]> {
  const error = expectError(await send(body), 400, "validation_failed");
  return (error.details ?? []).map(({ field }) => field).sort();
}

describe.each(BY_PAIR)("spec: the fields of %s", (_pair, variant) => {
  const fields = fieldsOf(variant);
  const most = (kind: "good" | "bad") => Math.max(...fields.map((field) => field[kind].length));

  test("values at their bounds are accepted and stored exactly as sent", async () => {
    for (let k = 0; k < most("good"); k++) {
      const body = fullBody(variant);
      setAll(body, fields, "good", k);
      const link = await accepted(body);
      const stored = await linkStore(service.env.DB).find(link.id);
      expect(stored && definitionOf(stored)).toEqual(body);
      const read = expectLink(await get(service, `/v1/links/${link.id}`, { key }), 200);
      expect(read).toMatchObject({ ...link, metadata: body.metadata });
      expect(read.products).toEqual(body.products);
      expect(link.qrCode).toMatchObject(body.defaultQrCode);
    }
  });

  test("values beyond their bounds are all rejected together, by name", async () => {
    for (let k = 0; k < most("bad"); k++) {
      const body = fullBody(variant);
      const paths = setAll(body, fields, "bad", k);
      expect(await refused(body), `bad value ${k}`).toEqual(paths.sort());
    }
  });

  test("unknown properties are rejected at every depth", async () => {
    const body = fullBody(variant);
    const paths: string[] = [];
    (function addUnknown(node: Json, path: string): void {
      if (path === "metadata") return;
      for (const [step, child] of Object.entries(node)) {
        const name = Array.isArray(node) ? `${path}[${step}]` : path ? `${path}.${step}` : step;
        if (typeof child === "object") addUnknown(child, name);
      }
      if (Array.isArray(node)) return;
      for (const name of ["nope", "__proto__", "constructor", "toString"]) {
        Object.defineProperty(node, name, { value: {}, enumerable: true });
        paths.push(path ? `${path}.${name}` : name);
      }
    })(body, "");
    expect(await refused(body)).toEqual(paths.sort());
  });

  test("other types instead of objects and arrays are rejected", async () => {
    // All of one depth together, because none is inside another.
    const byDepth: { path: string; isArray: boolean }[][] = [];
    (function find(node: Json, prefix: string, depth: number): void {
      for (const [step, child] of Object.entries(node)) {
        const path = Array.isArray(node) ? `${prefix}[${step}]` : prefix ? `${prefix}.${step}` : step;
        if (typeof child !== "object" || step === "any") continue;
        byDepth[depth] = [...(byDepth[depth] ?? []), { path, isArray: Array.isArray(child) }];
        find(child, path, depth + 1);
      }
    })(fullBody(variant), "", 0);
    expect(byDepth.flat().length).toBeGreaterThan(10);
    for (const containers of byDepth) {
      for (const other of [null, "x", 1, true, "the other"]) {
        const body = fullBody(variant);
        for (const { path, isArray } of containers) {
          setAt(body, path, other === "the other" ? (isArray ? { 0: "x", length: 1 } : ["x"]) : other);
        }
        expect(await refused(body)).toEqual(containers.map(({ path }) => path).sort());
      }
    }
  });
});

describe.each(OFFER_VARIANTS.map((variant) => [pairOf(variant), variant] as const))(
  "spec: the fields that decide the destination of %s",
  (_pair, variant) => {
    test("products must have as many items as the variant allows", async () => {
      const product = { retailerProductId: "x", quantity: 1 };
      const { min, max } = productBounds(variant);
      for (const [count, fits] of [
        [0, false],
        [1, true],
        [max, true],
        [max + 1, false],
        [5000, false],
      ] as const) {
        const body = { ...fullBody(variant), products: Array(count).fill(product) };
        if (!fits) expect(await refused(body)).toEqual(["products"]);
        else await accepted(body);
      }
      const { products: _, ...without } = fullBody(variant);
      if (min > 0) expect(await refused(without)).toEqual(["products"]);
      else await accepted(without);
    });

    test(`options takes ${envelopesOf(variant).join(", ")} and nothing else`, async () => {
      const { options: own, ...rest } = fullBody(variant);
      const others = { bigbox_w: {}, bigbox_t: {}, delivery_app: {} };
      const extra = { ...own, nope: {}, [variant.retailer === "bigbox_w" ? "bigbox_w " : "grocer_a"]: {} };
      expect(await refused({ ...rest, options: extra })).toHaveLength(2);
      if (variant.envelope === "general") {
        for (const options of [{}, others, { bigbox_w: {} }, { bigbox_t: {} }, { delivery_app: {} }]) {
          await accepted({ ...rest, options });
        }
        return;
      }
      const name = `options.${variant.retailer}`;
      const foreign = Object.keys(others).filter((other) => other !== variant.retailer);
      expect(await refused({ ...rest, options: {} })).toEqual([name]);
      expect(await refused({ ...rest, options: { ...others, ...own } })).toEqual(
        foreign.map((other) => `options.${other}`).sort(),
      );
    });
  },
);

test("a rejected request writes nothing: no row, no object", async () => {
  const after = await storedIn(service);
  expect(after).toEqual({
    links: before.links + created,
    qr_codes: before.qr_codes + created,
    idempotency_claims: before.idempotency_claims,
    images: before.images,
    redirects: before.redirects + created,
    replays: before.replays,
  });
});
