import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, describe, expect, test } from "vitest";
import { TAGS } from "../../src/surfaces/api/operation-description.ts";
import type { Json } from "../requests.ts";
import { useService } from "../use-service.ts";
import { readContract } from "./openapi-contract.ts";

const run = promisify(execFile);
const service = await useService({
  vars: { API_ORIGIN: "https://api.shop.test", SHORT_LINK_ORIGIN: "https://go.shop.test" },
});
const { document, operations } = await readContract(service);

const folder = await mkdtemp(join(tmpdir(), "shoppable-links-contract-"));
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A schema with its name for messages. */
type Named = [place: string, schema: Json];

const resolved = (schema: Json): Json =>
  schema.$ref ? document.components.schemas[schema.$ref.split("/").at(-1)] : schema;

/** The direct subschemas: properties, items and alternatives. */
function below([place, schema]: Named): Named[] {
  const properties = Object.entries<Json>(schema.properties ?? {});
  const alternatives = [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...properties.map(([name, property]): Named => [`${place}.${name}`, property]),
    ...(schema.items ? [[`${place}[]`, schema.items] as Named] : []),
    ...alternatives.map((each, index): Named => [`${place}|${index}`, each]),
  ];
}

const within = (named: Named): Named[] => [named, ...below(named).flatMap(within)];

const parameters = (): Named[] =>
  operations().flatMap(([path, method, operation]) =>
    (operation.parameters ?? []).map(
      (parameter: Json): Named => [`${method} ${path} ${parameter.name}`, parameter],
    ),
  );

/** Every schema of the document: components, parameters, request and response bodies. */
const schemas = (): Named[] => [
  ...Object.entries<Json>(document.components.schemas).flatMap(within),
  ...parameters().flatMap(([place, { schema }]) => within([place, schema])),
];

describe("the rules of the OpenAPI document", () => {
  test("operations, tags, parameters, properties, items and responses have descriptions", () => {
    const properties = schemas().filter(([place]) => /[.\]][^|]*$/.test(place) && !place.includes(" "));
    const silent = [
      ...properties.filter(([, schema]) => !schema.description && !resolved(schema).description),
      ...Object.entries<Json>(document.components.schemas).filter(([, { description }]) => !description),
      ...parameters().filter(([, { description }]) => !description),
      ...operations().filter(([, , { description, summary }]) => !description || !summary),
      ...document.tags.filter(({ description }: Json) => !description),
    ];
    expect(properties.length).toBeGreaterThan(200);
    expect(silent.map(([place]) => place)).toEqual([]);
    expect(document.tags.map(({ name }: Json) => name)).toEqual(Object.keys(TAGS));
  });

  test("every string, list and integer has bounds", () => {
    const kinds = (schema: Json): string[] => [schema.type ?? []].flat();
    const boundless = schemas().filter(([, schema]) => {
      if (schema.enum || "const" in schema) return false;
      if (kinds(schema).includes("string")) return schema.maxLength === undefined;
      if (kinds(schema).includes("array")) return schema.maxItems === undefined;
      if (kinds(schema).includes("integer"))
        return (
          schema.minimum === undefined || schema.maximum === undefined || !/^int(32|64)$/.test(schema.format)
        );
      return false;
    });
    expect(boundless.map(([place]) => place)).toEqual([]);
  });

  test("request bodies are closed", () => {
    const bodies = ["CreateLinkRequest", "CreateLinksRequest", "LinkPatch", "QrCodeRequest", "QrCodePatch"];
    const seen = new Set<string>();
    const open: string[] = [];
    const visit = (name: string): void => {
      if (seen.has(name)) return;
      seen.add(name);
      for (const [place, schema] of within([name, document.components.schemas[name]])) {
        if (schema.properties && schema.additionalProperties !== false) open.push(place);
        if (schema.$ref) visit(schema.$ref.split("/").at(-1));
      }
    };
    for (const name of bodies) visit(name);
    expect(seen.size).toBeGreaterThan(25);
    expect(open).toEqual([]);
  });

  test("servers are the configured origins, and short links have their own", () => {
    expect(document.servers.map(({ url }: Json) => url)).toEqual(["https://api.shop.test"]);
    expect(document.paths["/{shortId}"].servers[0].url).toBe("https://go.shop.test");
    expect(document.paths["/qr/{qrCodeId}.svg"].servers[0].url).toBe("https://go.shop.test");
    expect(document.info.contact.url).toBe("https://api.shop.test/docs");
  });

  test("only the probes and the OpenAPI document have no 4xx response", () => {
    const without = operations().filter(
      ([, , { responses }]) => !Object.keys(responses).some((each) => /^4/.test(each)),
    );
    expect(without.map(([path]) => path)).toEqual(["/health", "/ready", "/openapi.json"]);
  });
});

test("Redocly's strict rules find no problem", { tags: "all" }, async () => {
  const file = join(folder, "openapi.json");
  await writeFile(file, JSON.stringify(document));
  const rules = ["lint", file, "--extends=recommended-strict", "--format=json"];
  // Probes and the document have no input that could be invalid; the test above covers them.
  const words = [...rules, "--skip-rule=operation-4xx-response"];
  const silence = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true" };
  const { stdout } = await run(process.execPath, ["node_modules/@redocly/cli/bin/cli.js", ...words], {
    env: { ...process.env, ...silence },
  }).catch((error: { stdout: string }) => error);
  const { problems, totals } = JSON.parse(stdout.slice(stdout.indexOf("{")));
  expect(
    problems.map(({ ruleId, message, location }: Json) => [ruleId, message, location[0]?.pointer]),
  ).toEqual([]);
  expect(totals).toMatchObject({ errors: 0, warnings: 0 });
});
