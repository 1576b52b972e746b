import { expect, test } from "vitest";
import { changeLink } from "../../src/features/links/change-link.ts";
import { createLink } from "../../src/features/links/create-link.ts";
import { getAddressCode } from "../../src/features/links/get-address-code.ts";
import { getLink } from "../../src/features/links/get-link.ts";
import { previewLinks } from "../../src/features/links/preview-links.ts";
import { listTags } from "../../src/features/links/tag-store.ts";
import { drawPlainSvg } from "../../src/features/qr-codes/draw.ts";
import { parseDefinition } from "../../src/features/retailers/parse-definition.ts";
import { memberOf, programWith } from "../actors.ts";
import { linkBody } from "../bodies.ts";
import { dependenciesOf } from "../dependencies.ts";
import { useService } from "../use-service.ts";
import { storedLink } from "./links.ts";

const service = await useService({}, "acme");
await service.issueKey();
const origins = { shortLink: "https://go.example", api: "https://go.example", problem: null };
const used = { ...dependenciesOf(service.env), db: service.env.DB, origins };
const owner = memberOf("owner");
const rejected = (code: string) => expect.objectContaining({ code });

test("the code of a URL encodes that URL and counts for the link's default code", async () => {
  const definition = parseDefinition(linkBody(undefined, { slug: "soups" }));
  const made = await createLink(owner, { definition, idempotency: null }, used);
  if (made.kind !== "made") throw new Error(made.kind);
  const { id, shortId } = made.value.link;
  await changeLink(owner, { linkId: id, patch: { slug: "stews" }, expected: null, idempotency: null }, used);
  for (const name of ["soups", "stews", shortId]) {
    const svg = await getAddressCode(owner, { linkId: id, name }, used);
    expect(svg).toBe(drawPlainSvg(`https://go.example/${name}?qr=${made.value.qrCode?.identifier}`));
  }
  // An address ends with its whole name, not with a part of it.
  for (const name of ["broths", "oups", ""])
    await expect(getAddressCode(owner, { linkId: id, name }, used)).rejects.toThrow(rejected("not_found"));
  const bare = await storedLink(service.env.DB);
  expect(await getAddressCode(owner, { linkId: bare.id, name: bare.shortId }, used)).toBe(
    drawPlainSvg(`https://go.example/${bare.shortId}`),
  );
});

test("reading a link, its codes and tags requires read access", async () => {
  const { id, shortId } = await storedLink(service.env.DB);
  const blind = programWith(["links:write", "retailers:custom"]);
  await expect(getLink(blind, id, used)).rejects.toThrow(rejected("insufficient_scope"));
  await expect(getAddressCode(blind, { linkId: id, name: shortId }, used)).rejects.toThrow(
    rejected("insufficient_scope"),
  );
  await expect((async () => listTags(blind, used))()).rejects.toThrow(rejected("insufficient_scope"));
  expect(await getLink(programWith(["links:read"]), id, used)).toMatchObject({ link: { id }, qrCode: null });
});

test("previewing many links requires the scope to create links", async () => {
  const reader = programWith(["links:read", "retailers:custom"]);
  for (const rows of [[], [linkBody()], [{}]])
    await expect(previewLinks(reader, { rows }, used)).rejects.toThrow(rejected("insufficient_scope"));
  const program = programWith(["links:write", "retailers:custom"]);
  expect(await previewLinks(program, { rows: [linkBody(), {}] }, used)).toMatchObject([
    { kind: "previewed" },
    { kind: "rejected" },
  ]);
});
