import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectError } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { useService } from "../use-service.ts";
import { visit } from "./choice-links.ts";

const service = await useService();
const { key } = await service.issueKey();
const read = async (path: string): Promise<Json> => (await get(service, `/v1/${path}`, { key })).json.data;
const created = async (): Promise<{ id: string; shortId: string }> =>
  (await post(service, "/v1/links", linkBody(), { key })).json.data;
const counted = (id: string, clicks: number) =>
  expect
    .poll(async () => (await read(`links/${id}/visits?by=source`)).totals, { timeout: 20_000 })
    .toMatchObject({ clicks });
const rowsOf = ({ rows }: Json): [string, number, number][] =>
  rows.map(({ key: name, clicks, scans }: Json) => [name, clicks, scans]);

test("clicks are counted by the source in their URL, and reports filter by it", async () => {
  const { id, shortId } = await created();
  for (const query of [
    "?via=newsletter",
    "?a=1&amp;VIA=NewsLetter",
    "?via=instagram).",
    "",
    "?via=",
    "?via=a_b",
  ])
    await visit(service, `/${shortId}${query}`);
  await visit(service, `/${shortId}?via=newsletter&qr=default`);
  await visit(service, `/${shortId}?via=newsletter`, { "User-Agent": "curl/8.5.0" });
  await counted(id, 6);
  expect(rowsOf(await read(`links/${id}/visits?by=source`))).toEqual([
    ["none", 3, 1],
    ["newsletter", 2, 0],
    ["instagram", 1, 0],
  ]);
  expect((await read(`links/${id}/visits?source=Newsletter`)).totals).toEqual({
    scans: 0,
    clicks: 2,
    robots: 0,
    previews: 0,
    visitors: null,
  });
  expect(rowsOf(await read(`visits?by=link&source=newsletter`))).toEqual([[id, 2, 0]]);
  expect(rowsOf(await read(`visits?by=source&projectId=main`))).toContainEqual(["instagram", 1, 0]);
  const csv = await get(service, `/v1/links/${id}/visits?by=source`, {
    key,
    headers: { Accept: "text/csv" },
  });
  expect(csv.text).toContain("\nnewsletter,,0,2,0,0");
  const apart = await get(service, `/v1/links/${id}/visits?by=country&source=newsletter`, { key });
  expect(expectError(apart, 400, "validation_failed").details?.[0]?.field).toBe("by");
  const wrong = await get(service, `/v1/links/${id}/visits?source=a_b`, { key });
  expect(expectError(wrong, 400, "validation_failed").details?.[0]?.field).toBe("source");
  // Hosts and lots have rows of their own.
  expect(rowsOf(await read(`links/${id}/visits?by=referrer`))).toEqual([["none", 6, 1]]);
});

test("a link has fifty sources a day, and the rest is one row", async () => {
  const { id, shortId } = await created();
  for (let count = 0; count < 55; count++) await visit(service, `/${shortId}?via=source-${count}`);
  await visit(service, `/${shortId}`, { Referer: "https://blog.example/" });
  await counted(id, 56);
  const rows = rowsOf(await read(`links/${id}/visits?by=source`));
  expect(rows).toHaveLength(52);
  expect(rows.at(-1)).toEqual(["rest", 5, 0]);
  expect(rowsOf(await read(`links/${id}/visits?by=referrer`))).toContainEqual(["blog.example", 1, 0]);
});
