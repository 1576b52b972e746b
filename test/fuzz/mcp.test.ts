// @module-tag all
import fc from "fast-check";
import { expect, test } from "vitest";
import { linkBody } from "../bodies.ts";
import { expectLink } from "../expectations.ts";
import { get, type Json, post } from "../requests.ts";
import { patience, runs, SEED } from "../seeds.ts";
import { readContract } from "../spec/openapi-contract.ts";
import { useService } from "../use-service.ts";
import { changed } from "./changes.ts";
import { judging } from "./judge.ts";
import { mcpClient, NEW, VERSIONS } from "./mcp-client.ts";
import { fitting } from "./schema-values.ts";

const service = await useService();
const { key } = await service.issueKey();
const stranger = await service.issueKey({ organization: `${service.organization}-strangers` });
const contract = await readContract(service);
const { document } = contract;
const { written, at, operation } = judging(service, contract, key);
const { request } = mcpClient(service, key);
const createBody = at(operation("/v1/links", "post").schema);

const { message: listed } = await request(NEW, "tools/list", {});
const tools: Json[] = listed.result.tools;
const own = expectLink(await post(service, "/v1/links", linkBody(), { key }));
const theirs = expectLink(await post(service, "/v1/links", linkBody(), { key: stranger.key }));
const NONE = "lnk_00000000000000000000000000";

/** A tool's result: its content as JSON, and whether it is an error. */
async function call(version: string | undefined, name: string, args: Json) {
  const { message } = await request(version, "tools/call", { name, arguments: args });
  if (message.error) return { isError: true, said: undefined, error: message.error };
  const { content, isError = false, structuredContent } = message.result;
  const { text } = content.find((part: Json) => part.type === "text");
  const said = JSON.parse(text);
  if (!isError) expect(structuredContent).toEqual(said);
  else
    expect(said.error).toMatchObject({
      code: expect.stringMatching(/^[a-z_]+$/),
      message: expect.any(String),
      correlationId: expect.any(String),
    });
  expect(said.error?.code).not.toBe("internal_error");
  return { isError, said, error: undefined };
}

/** A placeholder for the link's revision at the time of the call. */
const CURRENT = "current";

/** Valid arguments by the tool's own schema, for an existing link. */
function argumentsFor({ inputSchema }: Json): fc.Arbitrary<Json> {
  const there: Json = {
    linkId: own.id,
    identifier: "default",
    projectId: own.projectId,
    revision: CURRENT,
  };
  const fits = fitting(inputSchema, inputSchema).map((given): Json => {
    const args: Json = { ...(given as object) };
    for (const [name, value] of Object.entries<Json>(there)) if (name in args) args[name] = value;
    if (typeof args.link === "object") args.link = { ...args.link, projectId: own.projectId };
    return args;
  });
  const { link, patch } = inputSchema.properties;
  // Bodies have the fields of all variants, of which a link accepts few: the contract has those of one variant.
  if (link) {
    const variants = fitting(createBody, document).map((body) => ({
      ...(body as object),
      projectId: own.projectId,
    }));
    return fc.oneof(fits, { weight: 2, arbitrary: variants.map((body) => ({ link: body })) });
  }
  if (patch) {
    const { name, publicName, metadata } = document.components.schemas.CustomUrlLink.properties;
    const fields = { type: "object", properties: { name, publicName, metadata } };
    const patches = fitting(fields, document).map((body) => ({
      linkId: own.id,
      revision: CURRENT,
      patch: body,
    }));
    return fc.oneof(fits, { weight: 2, arbitrary: patches });
  }
  // Most optional arguments are absent, because many exclude each other.
  const { required = [], properties } = inputSchema;
  const optional = Object.keys(properties).filter((name) => !required.includes(name));
  return fc
    .tuple(fits, fc.subarray(optional, { maxLength: Math.min(2, optional.length) }))
    .map(([args, kept]) =>
      Object.fromEntries(
        Object.entries(args).filter(([name]) => required.includes(name) || kept.includes(name)),
      ),
    );
}

/** The arguments with the link's current revision. */
async function asOfNow(args: Json): Promise<Json> {
  if (args?.revision !== CURRENT) return args;
  return { ...args, revision: (await get(service, `/v1/links/${own.id}`, { key })).headers.get("ETag") };
}

test("every tool is tested", () => {
  expect(tools.length).toBeGreaterThan(8);
});

const named = (some: Json[]): [string, Json][] => some.map((tool) => [tool.name, tool]);

test.each(named(tools))(
  "%s responds to any arguments with JSON-RPC, and a rejection writes nothing",
  { timeout: patience() },
  async (name, tool) => {
    const reads = tool.annotations.readOnlyHint;
    const args = argumentsFor(tool).chain((base) =>
      fc.oneof(
        fc.constant(base),
        changed(base).map(({ value }) => value),
      ),
    );
    await fc.assert(
      fc.asyncProperty(args, fc.constantFrom(...VERSIONS), async (asked, version) => {
        const given = await asOfNow(asked);
        const before = await written();
        const { isError } = await call(version, name, given);
        if (isError || reads) expect(await written()).toEqual(before);
        if (isError) return;
        // A model that repeats a call creates nothing twice.
        const after = await written();
        await call(version, name, given);
        expect(await written()).toEqual(after);
      }),
      { numRuns: runs(8), seed: SEED },
    );
  },
);

const ofLinks = tools.filter(({ inputSchema }) => inputSchema.properties.linkId);

test.each(named(ofLinks))(
  "%s responds to another organization's link as if it did not exist",
  { timeout: patience() },
  async (name, tool) => {
    const args = argumentsFor(tool).filter((given) => "linkId" in given);
    await fc.assert(
      fc.asyncProperty(args, async (given) => {
        const before = await written();
        const about = async (linkId: string) => {
          const { isError, said } = await call(NEW, name, { ...given, linkId });
          expect(isError).toBe(true);
          return JSON.stringify({ ...said.error, correlationId: "" }).replaceAll(linkId, "");
        };
        expect(await about(theirs.id)).toBe(await about(NONE));
        expect(await written()).toEqual(before);
      }),
      { numRuns: runs(3), seed: SEED },
    );
  },
);
