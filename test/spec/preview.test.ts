import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SCOPES } from "../../src/core/vocabulary.ts";
import { linkBody, PAIRS } from "../bodies.ts";
import { expectError, expectLink } from "../expectations.ts";
import { type Answer, get, type Json, post } from "../requests.ts";
import { type IssuedKey, type Service, startService } from "../service.ts";
import { storedIn } from "./stored.ts";

const OFFER = "0123456789ABCDEF0123456789ABCDEF";
const FALLBACK = "https://brand.example/page";

let service: Service;
let full: IssuedKey;
beforeAll(async () => {
  service = await startService({ vars: { AMAZON_ASSOCIATES_TAG: "brand-20" } });
  full = await service.issueKey();
});
afterAll(() => service.close());

const preview = (body: unknown, key = full.key): Promise<Answer> =>
  post(service, "/v1/links/preview", body, { key });
/** The preview of a link of this variant. */
async function previewed(pair: string, changes: object = {}): Promise<Json> {
  const answer = await preview(linkBody(pair, changes));
  expect([answer.status, answer.json.error]).toEqual([200, undefined]);
  return answer.json.data;
}
const products = (...ids: string[]) => ids.map((retailerProductId) => ({ retailerProductId }));
const codes = ({ warnings }: Json): string[] => warnings.map(({ code }: Json) => code);

describe("design: a preview tells where a link would lead", () => {
  test.each(PAIRS)("%s: what its creation then does", async (pair) => {
    const { destination, urlType, reason } = await previewed(pair);
    const { id } = expectLink(await post(service, "/v1/links", linkBody(pair), full));
    const row = await service.env.DB.prepare("SELECT destination, url_type FROM links WHERE id = ?1")
      .bind(id)
      .first<{ destination: string; url_type: string }>();
    const own = row?.destination.startsWith("/");
    expect({ destination: row?.destination, url_type: row?.url_type }).toEqual({
      destination: own ? row?.destination : destination,
      url_type: urlType,
    });
    expect(destination === null).toBe(own);
    const stored = await get(service, `/v1/links/${id}/destination`, full);
    expect(stored.json.data).toMatchObject({ urlType, reason });
  });

  test("and writes nothing", async () => {
    const before = await storedIn(service);
    for (const pair of PAIRS) await previewed(pair);
    expect(await storedIn(service)).toEqual(before);
  });
});

