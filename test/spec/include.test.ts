import { describe, expect, test } from "vitest";
import { choiceBody, linkBody } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { DOWN, get, type Json, post, type RequestOptions, send } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService({ config: { main: "test/faults/worker.ts" } });
const full = await service.issueKey();

/** Properties that a link has only on request. */
const EXTRAS = ["addresses", "domain", "offers", "schedule", "slug", "state"];
const EVERYTHING = {
  ...{ publicName: "For everyone", metadata: { any: ["thing"] } },
  schedule: { activeUntil: "2999-01-01T00:00:00.000Z" },
};
const STYLE = { style: { color: "#0a4d3c" } };

let made = 0;
const bodyOf = (pair: string): Json => {
  made++;
  return linkBody(pair, { ...EVERYTHING, slug: `include-${made}` });
};
const keyed = (idempotencyKey: string): RequestOptions => ({ ...full, idempotencyKey });
const create = (body: object, query = "", options: RequestOptions = full) =>
  post(service, `/v1/links${query}`, body, options);
const patch = (path: string, body: object, options: RequestOptions = full) =>
  send(service, "PATCH", `/v1/links/${path}`, body, options);

describe("design: include does not affect idempotency", () => {
  test("a retried change returns the properties that the retry includes", async () => {
    const { id } = expectLink(await create(bodyOf("bigbox_w add_to_cart")));
    for (const query of ["?include=schedule", "", "?include=schedule", "?include=all"]) {
      const answer = await patch(`${id}${query}`, { name: "Second breakfast" }, keyed("base-change"));
      if (query === "") expectLink(answer, 200);
      else expect(answer.json.data.schedule).toEqual(EVERYTHING.schedule);
      expect("slug" in answer.json.data).toBe(query === "?include=all");
    }
  });

  test("a replay from KV while D1 is down returns the properties that the retry includes", async () => {
    const body = bodyOf("custom custom_url");
    const first = await create(body, "", keyed("base-kv-replay"));
    const down = { ...keyed("base-kv-replay"), headers: { [DOWN]: "DB" } };
    await expect.poll(async () => (await create(body, "", down)).text).toBe(first.text);
    const more = await create(body, "?include=slug", down);
    expect([more.status, more.json.data]).toEqual([201, { ...first.json.data, slug: body.slug }]);
  });
});

describe("design: include adds properties to the base contract", () => {
  test("include adds each property alone and all together, and rejects unknown ones", async () => {
    const { id, shortId } = expectLink(await create(bodyOf("custom custom_url")));
    const choice = expectLink(await create(choiceBody()));
    await patch(`${id}/qr-codes/default`, STYLE);
    const path = `/v1/links/${id}`;
    const base = (await get(service, path, full)).json.data;
    for (const word of EXTRAS) {
      const target = word === "offers" ? choice.id : id;
      const { data } = (await get(service, `/v1/links/${target}?include=${word}`, full)).json;
      expect(Object.keys(data).filter((name) => EXTRAS.includes(name))).toEqual([word]);
    }
    const styled = (await get(service, `${path}?include=style`, full)).json.data;
    expect(styled).toEqual({ ...base, qrCode: { ...base.qrCode, ...STYLE } });
    const whole = (
      await get(service, `${path}?include=style,state,slug,schedule,offers,domain,addresses`, full)
    ).text;
    expect((await get(service, `${path}?include=all`, full)).text).toBe(whole);
    expect(JSON.parse(whole).data).toMatchObject({
      ...{ ...base, ...EVERYTHING, state: "running", domain: service.url.host },
      addresses: [{ kind: "slug", current: true }, { url: `${service.url.origin}/${shortId}` }],
    });

    const refused = [
      ...["", "?limit=1", `/${id}`, `/${id}/qr-codes`, `/${id}/qr-codes/default`].map((at) => [
        at,
        "GET",
        undefined,
      ]),
      ...[
        ["", "POST", linkBody()],
        ["/bulk", "POST", { links: [linkBody()] }],
        [`/${id}/qr-codes`, "POST", {}],
      ],
      ...[
        [`/${id}`, "PATCH", {}],
        [`/${id}/qr-codes/default`, "PATCH", {}],
      ],
    ] as [string, string, unknown][];
    for (const [at, method, body] of refused)
      for (const include of ["", "everything", "slug,", "slug, state", "Slug", "links"]) {
        const query = `${at.includes("?") ? "&" : "?"}include=${encodeURIComponent(include)}`;
        const answer = await send(service, method, `/v1/links${at}${query}`, body, full);
        const { details = [] } = expectError(answer, 400, "validation_failed");
        expect(details.map(({ field }) => field)).toEqual(["include"]);
      }
  });
});
