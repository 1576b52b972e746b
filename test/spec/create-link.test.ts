import { describe, expect, test } from "vitest";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, post } from "../requests.ts";
import { useService } from "../use-service.ts";

const service = await useService();
const { key } = await service.issueKey();

describe("POST /v1/links creates a link of every variant", () => {
  test.each(PAIRS)("%s: 201, Location, exactly the fields of the sample", async (pair) => {
    const created = await post(service, "/v1/links", linkBody(pair, { publicName: "Spring" }), { key });
    expectLink(created);
    const { data } = created.json;
    expect(Object.keys(data).sort()).toEqual(
      [
        ...["id", "projectId", "name", "publicName", "retailer", "intent", "status"],
        ...["shortLink", "shortId", "qrCode", "createdAt"],
      ].sort(),
    );
    expect(data).toMatchObject({
      projectId: "main",
      name: "Spring campaign",
      publicName: "Spring",
      status: "active",
    });
    expect(`${data.retailer} ${data.intent}`).toBe(pair);
    expect(data.id).toMatch(/^lnk_[0-9a-z]{20,}$/);
    expect(data.shortId).toMatch(/^[0-9a-hjkmnp-tv-z]{8}$/);
    expect(new URL(data.shortLink).pathname).toBe(`/${data.shortId}`);
    expect(data.qrCode).toMatchObject({
      id: `qr_${data.id}_default`,
      linkId: data.id,
      identifier: "default",
      name: "Default QR code",
      encodedUrl: `${data.shortLink}?qr=default`,
      isDefault: true,
    });
    const location = new URL(created.headers.get("Location") ?? "");
    expect(location.pathname).toBe(`/v1/links/${data.id}`);
    const read = await get(service, location.pathname, { key });
    expect(read.status).toBe(200);
    expect(read.json.data).toMatchObject(data);
  });
});
