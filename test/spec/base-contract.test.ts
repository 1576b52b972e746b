import { describe, expect, test } from "vitest";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { type Answer, DOWN, get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";
import { type BaseResource, baseProblems, expectBase } from "./base-contract.ts";
import { readContract } from "./openapi-contract.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey({ createProjects: ["main", "other"] });
const contract = await readContract(service);

/** Properties that responses contain only on request. */
const EXTRAS = ["addresses", "domain", "offers", "schedule", "slug", "state"];
const EVERYTHING = {
  ...{ publicName: "For everyone", metadata: { any: ["thing"] } },
  schedule: { activeUntil: "2999-01-01T00:00:00.000Z" },
};
const STYLE = { style: { color: "#0a4d3c" } };

let made = 0;
/** A link of a pair with everything beyond the specification. */
const bodyOf = (pair: string): Json => {
  made++;
  return linkBody(pair, { ...EVERYTHING, slug: `base-contract-${made}` });
};
const keyed = (idempotencyKey: string): RequestOptions => ({ ...full, idempotencyKey });
const create = (body: object, query = "", options: RequestOptions = full) =>
  post(service, `/v1/links${query}`, body, options);
const patch = (path: string, body: object, options: RequestOptions = full) =>
  send(service, "PATCH", `/v1/links/${path}`, body, options);

/** Every operation whose responses were verified, such as `get /v1/links`. */
const checked = new Set<string>();

function expectResponse(operation: string, resource: BaseResource, answer: Answer, status: number): Json {
  checked.add(operation);
  expect(answer.status, answer.text).toBe(status);
  const { data, nextCursor: _, ...others } = answer.json;
  expect(others).toEqual({});
  for (const each of Array.isArray(data) ? data : [data]) expectBase(resource, each);
  return data;
}

describe.each(PAIRS)("%s", (pair) => {
  test("creation, replays, reads, changes and codes return only the specification's properties", async () => {
    const body = bodyOf(pair);
    const first = await create(body, "", keyed(`base-${pair}`));
    const link = expectResponse("post /v1/links", "createdLink", first, 201);
    // The retry decides what its response contains, whatever the first request included.
    const more = await create(body, "?include=all", keyed(`base-${pair}`));
    expect(more.headers.get("Idempotent-Replayed")).toBe("true");
    expect(baseProblems("createdLink", more.json.data)).not.toEqual([]);
    const again = await create(body, "", keyed(`base-${pair}`));
    expectResponse("post /v1/links", "createdLink", again, 201);
    expect(again.text).toBe(first.text);

    const path = `/v1/links/${link.id}`;
    await patch(`${link.id}/qr-codes/default`, STYLE);
    const read = expectResponse("get /v1/links/{linkId}", "link", await get(service, path, full), 200);
    expect(read).toMatchObject({ ...link, metadata: EVERYTHING.metadata });
    const changed = await patch(link.id, { name: "Changed" });
    expectResponse("patch /v1/links/{linkId}", "link", changed, 200);
    const found = await get(service, `/v1/links?q=${link.id}`, full);
    expect(expectResponse("get /v1/links", "link", found, 200)).toHaveLength(1);
  });
});

test("a bulk request, its retry and its rejected rows return only the specification's properties", async () => {
  const links = [...PAIRS.map(bodyOf), {}];
  const send = (query: string) => post(service, `/v1/links/bulk${query}`, { links }, keyed("base-bulk"));
  const answers = [
    await send("?include=slug,state"),
    await send(""),
    await send("?include=all"),
    await send(""),
  ];
  checked.add("post /v1/links/bulk");
  for (const [index, { json, headers }] of answers.entries()) {
    expect(headers.get("Idempotent-Replayed")).toBe(index === 0 ? null : "true");
    const rows: Json[] = json.data;
    expectBase("error", rows.pop().body);
    expect(rows.map(({ status }) => status)).toEqual(PAIRS.map(() => 201));
    for (const { body, status: _, ...others } of rows) {
      expect([others, Object.keys(body)]).toEqual([{}, ["data"]]);
      const extras =
        index === 0
          ? ["slug", "state"]
          : index === 2
            ? ["addresses", "domain", "schedule", "slug", "state"]
            : [];
      expect(
        Object.keys(body.data)
          .filter((name) => EXTRAS.includes(name))
          .toSorted(),
      ).toEqual(extras);
      if (extras.length === 0) expectBase("createdLink", body.data);
    }
  }
});

test("QR codes: creation, retry, reads, the list and changes return only the specification's properties", async () => {
  const { id } = expectLink(await create(bodyOf("custom custom_url")));
  const codes = `/v1/links/${id}/qr-codes`;
  const body = { identifier: "poster", metadata: { size: "A2" } };
  for (const query of ["", "?include=style", ""]) {
    const answer = await post(service, codes + query, body, keyed("base-poster"));
    expectResponse("post /v1/links/{linkId}/qr-codes", "qrCode", answer, 201);
  }
  await patch(`${id}/qr-codes/poster`, STYLE);
  const one = "/v1/links/{linkId}/qr-codes/{identifier}";
  expectResponse(`get ${one}`, "qrCode", await get(service, `${codes}/poster`, full), 200);
  expectResponse(
    "get /v1/links/{linkId}/qr-codes",
    "qrCode",
    await get(service, `${codes}?limit=1`, full),
    200,
  );
  for (const query of ["", "?include=all", ""]) {
    const path = `${id}/qr-codes/poster${query}`;
    const answer = await patch(path, { name: "Door" }, keyed("base-door"));
    if (query === "") expectResponse(`patch ${one}`, "qrCode", answer, 200);
    else expect(answer.json.data).toMatchObject(STYLE);
  }
});

test("retailers and the probes return only the specification's properties", async () => {
  const found = await get(service, "/v1/retailers?limit=100", full);
  expect(expectResponse("get /v1/retailers", "retailerRecord", found, 200).length).toBeGreaterThan(5);
  for (const path of ["/health", "/ready"]) {
    const probe = await get(service, path);
    expect(probe.status).toBe(200);
    expectBase("health", probe.json);
    checked.add(`get ${path}`);
  }
  const unavailable = await get(service, "/ready", { headers: { [DOWN]: "DB" } });
  expect(unavailable.status).toBe(503);
  expectBase("failedProbe", unavailable.json);
});

// Must run last: it finds new operations that the tests above do not cover.
test("no other operation returns these resources", () => {
  const answering = contract.operations().flatMap(([path, method, { responses }]) => {
    const good = Object.entries<Json>(responses).filter(([status]) => status.startsWith("2"));
    return /LinkResource|QrCodeResource|CreatedRow|BulkRow|RetailerRecord|HealthStatus/.test(
      JSON.stringify(good),
    )
      ? [`${method} ${path}`]
      : [];
  });
  expect(answering.length).toBeGreaterThan(10);
  expect(answering.toSorted()).toEqual([...checked].toSorted());
});
