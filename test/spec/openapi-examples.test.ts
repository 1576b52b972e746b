import { expect, test } from "vitest";
import { CORRELATION_ID, LINK_ID } from "../../src/surfaces/api/examples/link-examples.ts";
import type { MountedOperation } from "../../src/surfaces/api/operation.ts";
import type { OperationExample } from "../../src/surfaces/api/operation-description.ts";
import { OPERATIONS } from "../../src/surfaces/api/operations.ts";
import { WEBHOOK_ID } from "../../src/surfaces/api/webhook-resources.ts";
import { expectError } from "../expectations.ts";
import { LOGO } from "../logos.ts";
import { type Answer, type Json, send } from "../requests.ts";
import type { IssuedKey } from "../service.ts";
import { useService } from "../use-service.ts";
import { readContract } from "./openapi-contract.ts";
import { prepareExamples } from "./stored-examples.ts";

const service = await useService();
const { document, fits, operations, answerAt, lastProblem } = await readContract(service);

/** Every example of every operation. */
const EXAMPLES = OPERATIONS.flatMap((operation) =>
  operation.examples.map((example): [string, MountedOperation, OperationExample] => [
    `${operation.id}: ${example.summary}`,
    operation,
    example,
  ]),
);

test("the examples in the OpenAPI document match their schemas", () => {
  let seen = 0;
  for (const [path, method, { requestBody, responses }] of operations()) {
    const places: [Json, (string | number)[]][] = [
      ...Object.entries<Json>(requestBody?.content ?? {}).map(([type, content]): [Json, string[]] => [
        content,
        ["paths", path, method, "requestBody", "content", type],
      ]),
      ...Object.keys(responses).flatMap((status) => {
        const { response, place } = answerAt(path, method, Number(status));
        return Object.entries<Json>(response.content ?? {}).map(([type, content]): [Json, string[]] => [
          content,
          [...place, "content", type],
        ]);
      }),
    ];
    for (const [content, place] of places) {
      for (const [name, stated] of Object.entries<Json>(content.examples ?? {})) {
        const { value } = stated.$ref ? document.components.examples[stated.$ref.split("/").at(-1)] : stated;
        seen++;
        const good = fits(value, ...place, "schema");
        expect([path, method, name, good || lastProblem()]).toEqual([path, method, name, true]);
      }
    }
  }
  expect(seen).toBeGreaterThan(150);
});

test("each operation has an example request and response", () => {
  for (const { path, method, response } of OPERATIONS) {
    const { parameters, requestBody, responses } = document.paths[path][method.toLowerCase()];
    const inPath = parameters.filter((parameter: Json) => parameter.in === "path");
    expect(inPath.every((parameter: Json) => parameter.example !== undefined)).toBe(true);
    // JSON can't contain bytes, so images have no example.
    for (const [type, { examples }] of Object.entries<Json>(requestBody?.content ?? {}))
      if (!type.startsWith("image/")) expect(Object.keys(examples).length).toBeGreaterThan(0);
    for (const { examples } of Object.values<Json>(responses[response.status].content))
      expect(Object.keys(examples).length).toBeGreaterThan(0);
  }
});

async function request(
  { method, path }: MountedOperation,
  example: OperationExample,
  linkId: string,
  key: IssuedKey,
) {
  const values: Record<string, string> = { ...example.path, linkId };
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => values[name] ?? "");
  const query = example.query ? `?${new URLSearchParams(example.query)}` : "";
  const { headers = {} } = example;
  return send(service, method, address + query, example.upload ? LOGO : example.body, {
    ...key,
    headers: { ...headers },
  });
}

/** A response with its variable parts normalized. */
function comparable(body: unknown): Json {
  const [webhook] = /whk_[0-9a-z]{26}/.exec(JSON.stringify(body)) ?? [WEBHOOK_ID];
  const [link] = /lnk_[0-9a-z]{26}/.exec(JSON.stringify(body)) ?? [LINK_ID];
  const [, shortId] =
    /"shortId":"(\w{8})"/.exec(JSON.stringify(body)) ?? /\/(\w{8})\?qr=/.exec(JSON.stringify(body)) ?? [];
  const text = JSON.stringify(body, (name, value) => {
    if (["scans", "clicks", "robots", "previews", "visitors"].includes(name)) return 0;
    if (name === "rows") return [];
    // It holds a checksum of the organization.
    if (name === "nextCursor") return "";
    if (name === "updatedAt" || name === "correlationId") return "";
    // The example key has a different name than the key of the tests.
    if (name === "actor" || name === "createdBy") return { type: value.type };
    if (name === "secret") return "";
    if (name === "organization") return { id: "", name: "" };
    if (value?.scopes) return { ...value, id: "", name: "" };
    return value;
  });
  return JSON.parse(
    text
      .replaceAll(link, LINK_ID)
      .replaceAll(webhook, WEBHOOK_ID)
      .replace(/exp_[0-9a-z]+/, "exp")
      .replace(/brands\/[0-9a-f-]+/, "brands/logo")
      .replaceAll(shortId ?? CORRELATION_ID, "short-id")
      .replace(/"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/g, (time) =>
        // Requested times do not vary.
        /"2026-03-0[1-4]T00:00:00\.000Z"/.test(time) ? time : '"time"',
      ),
  );
}

test.each(EXAMPLES)("%s: the service returns this response", async (summary, operation, example) => {
  const organization = `examples-${summary.replaceAll(/[^a-zA-Z]+/g, "-")}`.slice(0, 60);
  const { key, linkId } = await prepareExamples(service, organization, operation.id);
  const answer: Answer = await request(operation, example, linkId, key);
  if (example.isRefused) {
    expectError(answer, 400, "validation_failed");
    return;
  }
  expect([answer.status, answer.status < 300 || answer.text]).toEqual([operation.response.status, true]);
  const origin = service.url.origin;
  const shown = example.response({ api: origin, shortLink: origin, problem: null });
  expect(comparable(answer.json)).toEqual(comparable(shown));
});
