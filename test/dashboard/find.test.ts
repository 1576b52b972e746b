import { describe, expect, test } from "vitest";
import { listTags } from "../../src/features/links/tag-store.ts";
import { memberOf } from "../actors.ts";
import { countedD1 } from "../links/counted-d1.ts";
import { post } from "../requests.ts";
import { LINKS, useLinksDashboard } from "./links.ts";

const on = await useLinksDashboard();
const ACME = "/dashboard/o/acme";
const syrup = await on.create({ name: "Pancake Syrup", tracking: { tags: ["summer", "Pantry"] } });
await on.create({ name: "Tacos", projectId: "shop", tracking: { tags: ["summer"] } });
await post(
  on.dashboard.service,
  `/v1/links/${syrup.id}/qr-codes`,
  { identifier: "window", name: "Shop window" },
  on.key,
);

const found = async (text: string, visitor = on.viewer, base = ACME) => {
  const { text: body, status } = await visitor.open(`${base}/find?${new URLSearchParams({ q: text })}`);
  expect(status).toBe(200);
  return (JSON.parse(body) as { found: { kind: string; name: string; href: string }[] }).found.map(
    ({ kind, name, href }) => [kind, name, href],
  );
};

test("a pasted URL opens the form of a new link, for those who may create links", async () => {
  const url = "Look: https://www.walmart.com/ip/10450114!";
  const href = `/dashboard/o/acme/links/new?${new URLSearchParams({ paste: url })}`;
  expect(await found(url, on.editor)).toEqual([["New link", "Create a link from the pasted text", href]]);
  expect(await found(url)).toEqual([]);
});

describe("the search of the command menu", () => {
  test("finds links, projects, tags and codes, whatever their case", async () => {
    const link = ["Link", "Pancake Syrup", `${LINKS}/${syrup.id}`];
    expect(await found("pancake")).toEqual([link]);
    expect(await found("pan")).toContainEqual(link);
    expect(await found("pantry")).toEqual([["Tag", "Pantry", `${LINKS}?tag=Pantry`], link]);
    expect(await found("WINDOW")).toEqual([["QR code", "Shop window", `${LINKS}/${syrup.id}/codes/window`]]);
    expect(await found("sho")).toContainEqual(["Project", "shop", `${LINKS}?projectId=shop`]);
    expect(await found(syrup.shortId)).toEqual([["Link", "Pancake Syrup", `${LINKS}/${syrup.id}`]]);
  });

  test("an empty text finds nothing, and one letter finds links", async () => {
    for (const text of ["", "   "]) expect([text, await found(text)]).toEqual([text, []]);
    for (const text of ["y", "pa", " PAN ", "páncake"])
      expect(await found(text)).toContainEqual(["Link", "Pancake Syrup", `${LINKS}/${syrup.id}`]);
    expect(await found("%_\\")).toEqual([]);
  });

  test("finds codes and tags in other scripts by one letter, and without accents", async () => {
    const link = await on.create({ name: "Noël", tracking: { tags: ["été 2027"] } });
    for (const [identifier, name] of [
      ["nagoya", "主婦の友"],
      ["stand", "Marché"],
    ])
      await post(on.dashboard.service, `/v1/links/${link.id}/qr-codes`, { identifier, name }, on.key);
    expect(await found("主")).toEqual([["QR code", "主婦の友", `${LINKS}/${link.id}/codes/nagoya`]]);
    expect(await found("marche")).toEqual([["QR code", "Marché", `${LINKS}/${link.id}/codes/stand`]]);
    expect(await found("ete")).toContainEqual([
      "Tag",
      "été 2027",
      `${LINKS}?${new URLSearchParams({ tag: "été 2027" })}`,
    ]);
    expect(await found("noel")).toEqual([["Link", "Noël", `${LINKS}/${link.id}`]]);
  });

  test("results and tags are not cached", async () => {
    for (const path of ["find?q=pancake", "find?q=", "tags"]) {
      const { headers } = await on.viewer.open(`${ACME}/${path}`);
      expect([path, headers.get("Cache-Control"), headers.get("X-Content-Type-Options")]).toEqual([
        path,
        "no-store",
        "nosniff",
      ]);
      expect(headers.get("Content-Type")).toContain("application/json");
    }
  });

  test("finds nothing of other organizations", async () => {
    for (const text of ["pancake", "pantry", "window", "shop"])
      expect([text, await found(text, on.hank, "/dashboard/o/globex")]).toEqual([text, []]);
    expect((await on.hank.open(`${ACME}/find?q=pancake`)).status).toBe(404);
    expect((await on.hank.open(`${ACME}/tags`)).status).toBe(404);
  });

  test("suggests the most frequent tags first, from a bounded number of links", async () => {
    expect(JSON.parse((await on.viewer.open(`${ACME}/tags`)).text)).toEqual({
      tags: ["summer", "Pantry", "été 2027"],
    });
    const { db, taken } = countedD1(on.dashboard.service.env.DB);
    expect(await listTags({ ...memberOf("viewer"), projects: ["shop"] }, { db })).toEqual(["summer"]);
    expect(taken().read).toBeLessThan(50);
  });

  test("returns at most six results of each kind", async () => {
    for (let number = 0; number < 7; number++)
      await on.create({ name: `Many ${number}`, tracking: { tags: [`many-${number}`] } });
    await on.dashboard.service.issueKey({
      createProjects: Array.from({ length: 7 }, (_, number) => `many-${number}`),
    });
    const kinds = (await found("many")).map(([kind]) => kind);
    for (const kind of ["Link", "Project", "Tag"])
      expect([kind, kinds.filter((each) => each === kind)]).toEqual([kind, Array(6).fill(kind)]);
  });
});
