import { describe, expect, test } from "vitest";
import { pageStore } from "../../src/features/delivery-app/page-store.ts";
import type { LinkPart } from "../../src/features/links/link-part.ts";
import { linkStore } from "../../src/features/links/link-store.ts";
import { switchActivity } from "../../src/features/links/switch-statements.ts";
import { redirectKey } from "../../src/features/short-links/address-key.ts";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

/** Values that a Location header can't carry, or that `URL.parse` accepts and a shopper's browser may not. */
const BAD = ["https://example.com/a\nb", "https://example.com/…", "", "javascript:alert(1)"];

const service = await useService();
const { key } = await service.issueKey();
const PROJECT = { organizationId: "acme", projectId: "main" };

describe("design: a redirect with an invalid stored destination is a response of ours", () => {
  test.each([
    ["of a line break", "https://example.com/a\nb"],
    ["of a NUL", "https://example.com/\0"],
  ])(
    "a destination %s in KV gives a 503 with a correlation id, logged, as a page and as JSON",
    async (_, bad) => {
      const shortId = Math.random().toString(16).slice(2, 10).padEnd(8, "0");
      const entry = { linkId: "lnk_1", status: "active", destination: bad, version: 1, project: PROJECT };
      await service.env.LINKS.put(redirectKey(shortId), JSON.stringify(entry));
      for (const accept of ["text/html", "application/json"]) {
        const headers = { Accept: accept, "X-Correlation-ID": `bad-${shortId}` };
        const answer = await get(service, `/${shortId}`, { headers });
        expect([answer.status, answer.headers.get("Retry-After")]).toEqual([503, "5"]);
        expect(answer.headers.get("X-Correlation-ID")).toBe(`bad-${shortId}`);
        expect(answer.headers.get("Content-Type")).toContain(accept);
      }
      const lines = service.logs().filter((line) => line.includes(`bad-${shortId}`));
      expect(lines.map((line) => JSON.parse(line))).toEqual(
        Array(2).fill(expect.objectContaining({ event: "redirect", status: 503, cause: expect.any(String) })),
      );
    },
  );

  test("an invalid destination counts no visit", async () => {
    const { DB, LINKS } = service.env;
    const entry = {
      linkId: "lnk_uncounted",
      status: "active",
      destination: "https://a.example/\nb",
      version: 1,
      project: PROJECT,
    };
    await LINKS.put(redirectKey("badbad00"), JSON.stringify(entry));
    expect((await get(service, "/badbad00")).status).toBe(503);
    // The visits of an isolate are sent in order.
    const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));
    expect((await get(service, `/${link.shortId}`)).status).toBe(302);
    const counted = async () =>
      (await DB.prepare("SELECT DISTINCT link_id FROM visit_days").raw<[string]>()).flat();
    await expect.poll(counted).toContain(link.id);
    expect(await counted()).not.toContain("lnk_uncounted");
  });

  test("an invalid destination in D1, without a copy in KV, gives the same 503", async () => {
    const link = expectLink(await post(service, "/v1/links", linkBody(), { key }));
    const { DB, LINKS } = service.env;
    await DB.prepare("UPDATE links SET destination = ?2 WHERE id = ?1")
      .bind(link.id, "https://x.example/a\r\nb")
      .run();
    await expect.poll(() => LINKS.get(redirectKey(link.shortId))).not.toBeNull();
    await LINKS.delete(redirectKey(link.shortId));
    expect((await get(service, `/${link.shortId}`)).status).toBe(503);
  });
});

describe("design: a destination that a header can't carry is rejected when it is written", () => {
  test.each(BAD)("%j is rejected as the page of a list", async (destination) => {
    const link = expectLink(await post(service, "/v1/links", linkBody("delivery_app recipe"), { key }));
    const stored = await linkStore(service.env.DB).find(link.id);
    if (!stored) throw new Error("no link");
    const page = { url: "https://www.instacart.com/x", madeAt: new Date() };
    const activity = switchActivity(
      "delivery-app pages",
      { ...stored, offerKey: "" } as LinkPart,
      destination,
      new Date(),
      "page_made",
    );
    const store = pageStore(service.env.DB);
    const part = { id: link.id, offerKey: "" };
    const lease = { part, id: "lease" };
    await expect(store.succeed(lease, page, { part, activity, url: destination })).rejects.toThrow(TypeError);
  });
});
