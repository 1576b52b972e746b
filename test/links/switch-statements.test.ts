import { expect, test } from "vitest";
import { createLink } from "../../src/features/links/create-link.ts";
import type { Link } from "../../src/features/links/link.ts";
import { type LinkPart, partOf } from "../../src/features/links/link-part.ts";
import {
  type PartSwitch,
  switchActivity,
  switchStatements,
} from "../../src/features/links/switch-statements.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf } from "../actors.ts";
import { choiceBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { CREATED, storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const { DB } = service.env;
const LATER = new Date(CREATED.getTime() + 60_000);

/** Switches a part; gives whether that applied. */
async function switched(part: LinkPart, url: string, changes: Partial<PartSwitch> = {}): Promise<boolean> {
  const activity = switchActivity("check", part, url, LATER, "backup_chosen");
  const { first, rest } = switchStatements(DB, { part, activity, url, ...changes });
  const [done] = await DB.batch([first, ...rest]);
  return done?.meta.changes !== 0;
}
const rowOf = ({ id }: Pick<Link, "id">) =>
  DB.prepare("SELECT destination, url_type, destination_reason AS reason, version FROM links WHERE id = ?1")
    .bind(id)
    .first();
const recorded = ({ id }: Pick<Link, "id">) =>
  DB.prepare("SELECT count(*) AS n FROM activity WHERE link_id = ?1").bind(id).first("n");

test("a switch sets destination and reason, only from the expected version", async () => {
  const link = await storedLink(DB);
  const part = { ...link, offerKey: "" } as LinkPart; // a link with one destination is its own part
  const url = "https://a.example/";
  const switches = { urlType: "pdp", reason: "product_page", version: 1 } as const;
  expect(await switched(part, url, { ...switches, version: 2 })).toBe(false);
  expect(await switched(part, url, { ...switches, only: { sql: "FALSE", values: [] } })).toBe(false);
  expect(await recorded(link)).toBe(0);
  expect(await switched(part, url, switches)).toBe(true);
  expect(await rowOf(link)).toEqual({
    destination: url,
    url_type: "pdp",
    reason: "product_page",
    version: 2,
  });
  expect(await switched(part, "https://b.example/")).toBe(true);
  expect(await rowOf(link)).toEqual({
    destination: "https://b.example/",
    url_type: "pdp",
    reason: null,
    version: 3,
  });
  expect(await recorded(link)).toBe(2);
  expect(() =>
    switchStatements(DB, {
      part,
      activity: switchActivity("check", part, url, LATER, "backup_chosen"),
      url: "a\n",
    }),
  ).toThrow(TypeError);
});

test("switching an offer leaves its link's page and raises the version", async () => {
  const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
  const dependencies = { ...dependenciesOf(service.env), origins };
  const make = async () => {
    const input = { definition: parseDefinition(choiceBody()), idempotency: null };
    const made = await createLink(memberOf("owner"), input, dependencies);
    if (made.kind !== "made") throw new Error(made.kind);
    return made.value.link;
  };
  const [link, other] = [await make(), await make()];
  const offersOf = async ({ id }: Link) => {
    const statement = DB.prepare(
      "SELECT key, destination, url_type, destination_reason AS reason, since FROM link_offers WHERE link_id = ?1 ORDER BY place",
    );
    return (await statement.bind(id).all<Record<string, unknown>>()).results;
  };
  const before = await offersOf(link);
  const partNamed = (key: string) => {
    const part = partOf(link, key);
    if (!part) throw new Error(key);
    return part;
  };
  const url = "https://new.example/";
  expect(await switched(partNamed("own"), url, { version: 7 })).toBe(false);
  expect(await offersOf(link)).toEqual(before);
  expect(await switched(partNamed("own"), url, { reason: "custom_url", version: 1 })).toBe(true);
  expect(await offersOf(link)).toEqual([
    ...before.slice(0, 3),
    { ...before[3], destination: url, reason: "custom_url", since: LATER.toISOString() },
  ]);
  expect(await rowOf(link)).toMatchObject({ destination: `/${link.shortId}`, version: 2 });
  expect(await switched(partNamed("bigbox-w"), url, { urlType: "long_link" })).toBe(true);
  expect((await offersOf(link))[0]).toMatchObject({ destination: url, url_type: "long_link", reason: null });
  const again = { reason: "fallback_url", version: 3 } as const;
  expect(await switched(partNamed("bigbox-w"), "https://newer.example/", again)).toBe(true);
  expect((await offersOf(link))[0]).toMatchObject({ reason: "fallback_url" });
  expect(await rowOf(link)).toEqual({
    ...{ destination: `/${link.shortId}`, url_type: "choice_page", reason: "choice_page", version: 4 },
  });
  expect(await offersOf(other)).toEqual(before.map((offer) => ({ ...offer, since: expect.any(String) })));
});
