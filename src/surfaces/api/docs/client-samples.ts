import type { OperationExample } from "../operation-description.ts";

/** An argument that is a TypeScript expression, not a value. */
class Expression {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

/** A call of the TypeScript client. */
export interface ClientCall {
  /** For example `links.create`. */
  method: string;
  /** Values and expressions; strings such as `$LINK_ID` are environment variables. */
  arguments: readonly unknown[];
  iterates: boolean;
}

/** The first lines of every program with the client. */
const clientHead = (origin: string): string =>
  [
    'import { ShoppableLinks } from "@shoppable-links/client";',
    "",
    `const client = new ShoppableLinks({ key: process.env.KEY ?? "", baseUrl: "${origin}" });`,
    "",
  ].join("\n");

/** A program with one call of the client. */
export function clientSample(origin: string, { method, arguments: values, iterates }: ClientCall): string {
  const names = new Set(JSON.stringify(values).match(/(?<="\$)[A-Z_]+(?=")/g));
  const call = `client.${method}(${values.map((value) => literal(value, "")).join(", ")})`;
  const head = clientHead(origin).trimEnd();
  // The one call that needs an ETag changes a link.
  const usesEtag = values.some((value) => JSON.stringify(value)?.includes("ifMatch"));
  return [
    usesEtag ? head.replace("{ ", "{ responseOf, ") : head,
    ...Array.from(names, (name) => `const ${camelCase(name)} = process.env.${name} ?? "";`),
    ...(usesEtag ? ["const { etag } = responseOf(await client.links.get(linkId));"] : []),
    iterates ? `for await (const each of ${call}) console.log(each);` : `console.log(await ${call});`,
  ].join("\n");
}

/** `LINK_ID` as `linkId`. */
const camelCase = (name: string): string =>
  name.toLowerCase().replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** A value as a TypeScript literal. */
function literal(value: unknown, indent: string): string {
  const [, variable] = /^\$([A-Z_]+)$/.exec(String(value)) ?? [];
  if (variable !== undefined) return camelCase(variable);
  if (value instanceof Expression) return value.text;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const deeper = `${indent}  `;
  const parts = Array.isArray(value)
    ? value.map((each) => literal(each, deeper))
    : Object.entries(value).map(
        ([name, each]) =>
          `${/^[a-z]\w*$/i.test(name) ? name : JSON.stringify(name)}: ${literal(each, deeper)}`,
      );
  const [open, close, space] = Array.isArray(value) ? ["[", "]", ""] : ["{", "}", " "];
  const short = `${open}${space}${parts.join(", ")}${space}${close}`;
  if (short.length + indent.length <= 72 && !short.includes("\n")) return short;
  return `${open}\n${parts.map((part) => `${deeper}${part},\n`).join("")}${indent}${close}`;
}

/** An example's query as the client takes it: without options, `limit` as a number. */
const queryOf = ({ query: { include: _, ...query } = {} }: OperationExample): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [name, name === "limit" ? Number(value) : value]),
  );

/** The options of a call, from an example's headers and `include`. */
const optionsOf = ({ headers = {}, query = {} }: OperationExample): Record<string, unknown> => ({
  ...(query.include !== undefined && { include: query.include.split(",") }),
  // The client sends an Idempotency-Key of its own.
  ...(headers["If-Match"] && { ifMatch: new Expression('etag ?? ""') }),
});

const linkId = ({ path }: OperationExample): unknown => path?.linkId;
const identifier = ({ path }: OperationExample): unknown => path?.identifier;

type Arguments = (example: OperationExample) => unknown[];

/** The client's method for each operation, its arguments, and whether it returns a list. */
const CALLS: Readonly<Record<string, [method: string, arguments_: Arguments, iterates?: true]>> = {
  createLink: ["links.create", (example) => [example.body, optionsOf(example)]],
  createLinks: [
    "links.createMany",
    (example) => [
      example.body?.links,
      { ...(example.body?.dryRun === true && { dryRun: true }), ...optionsOf(example) },
    ],
  ],
  listLinks: ["links.list", (example) => [queryOf(example)], true],
  previewLink: ["links.preview", (example) => [example.body]],
  getLink: ["links.get", (example) => [linkId(example), optionsOf(example)]],
  changeLink: ["links.change", (example) => [linkId(example), example.body, optionsOf(example)]],
  getLinkDefinition: ["links.definition", (example) => [linkId(example)]],
  getLinkDestination: ["links.destination", (example) => [linkId(example)]],
  getLinkHistory: ["links.history", (example) => [linkId(example), queryOf(example)], true],
  createQrCode: ["qrCodes.create", (example) => [linkId(example), example.body, optionsOf(example)]],
  listQrCodes: ["qrCodes.list", (example) => [linkId(example), queryOf(example)], true],
  getQrCode: ["qrCodes.get", (example) => [linkId(example), identifier(example)]],
  changeQrCode: [
    "qrCodes.change",
    (example) => [linkId(example), identifier(example), example.body, optionsOf(example)],
  ],
  createProject: ["projects.create", (example) => [example.body, optionsOf(example)]],
  listProjects: ["projects.list", (example) => [queryOf(example)], true],
  getProject: ["projects.get", ({ path }) => [path?.projectId]],
  changeProject: [
    "projects.change",
    (example) => [example.path?.projectId, example.body, optionsOf(example)],
  ],
  putProjectLogo: [
    "projects.putLogo",
    ({ path, upload }) => [
      path?.projectId,
      new Expression(`process.getBuiltinModule("node:fs").readFileSync(${JSON.stringify(upload?.file)})`),
    ],
  ],
  createExport: ["exports.create", (example) => [example.body, optionsOf(example)]],
  getExport: ["exports.get", ({ path }) => [path?.exportId]],
  getKey: ["key.get", () => []],
  getCodeStyle: ["projects.codeStyle", ({ path }) => [path?.projectId]],
  setCodeStyle: [
    "projects.setCodeStyle",
    (example) => [example.path?.projectId, example.body, optionsOf(example)],
  ],
  findRetailers: ["retailers.find", (example) => [queryOf(example)]],
  getLinkVisits: ["visits.ofLink", (example) => [linkId(example), queryOf(example)]],
  getVisits: ["visits.get", (example) => [queryOf(example)]],
  getLinkSales: ["sales.ofLink", (example) => [linkId(example), queryOf(example)]],
  getSales: ["sales.get", (example) => [queryOf(example)]],
  listEvents: ["events.page", (example) => [queryOf(example)]],
  getEvent: ["events.get", ({ path }) => [path?.eventId]],
  createWebhook: ["webhooks.create", (example) => [example.body, optionsOf(example)]],
  listWebhooks: ["webhooks.list", () => []],
  getWebhook: ["webhooks.get", ({ path }) => [path?.webhookId]],
  changeWebhook: ["webhooks.change", ({ path, body }) => [path?.webhookId, body]],
  deleteWebhook: ["webhooks.delete", ({ path }) => [path?.webhookId]],
  rotateWebhookSecret: ["webhooks.rotateSecret", ({ path }) => [path?.webhookId]],
  listDeliveries: ["webhooks.deliveries", ({ path }) => [path?.webhookId], true],
  deliverEvent: ["webhooks.deliver", ({ path, body }) => [path?.webhookId, body]],
};

const isEmpty = (value: unknown): boolean =>
  typeof value === "object" &&
  value !== null &&
  !(value instanceof Expression) &&
  Object.keys(value).length === 0;

/** The client's call for an example of an operation; null if the client has no method for it. */
export function clientCall(operationId: string, example: OperationExample): ClientCall | null {
  const [method, argumentsOf, iterates = false] = CALLS[operationId] ?? [];
  if (method === undefined || argumentsOf === undefined) return null;
  const values = argumentsOf(example);
  return { method, arguments: isEmpty(values.at(-1)) ? values.slice(0, -1) : values, iterates };
}
