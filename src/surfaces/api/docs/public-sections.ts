import type { Json } from "../openapi/openapi-schemas.ts";
import type { Block, Field, Section } from "./blocks.ts";
import {
  boundsOf,
  fieldsOf,
  optionsOf,
  type Parameter,
  parameterField,
  type Schemas,
} from "./contract-fields.ts";
import type { Contract } from "./operation-sections.ts";

/** The parts of an OpenAPI operation that the documentation reads. */
interface PublicOperation {
  operationId: string;
  tags: string[];
  summary: string;
  description: string;
  security?: unknown[];
  parameters?: Parameter[];
  responses: Record<string, { $ref?: string; description?: string; content?: Json }>;
}

/** The sections of public operations with their groups. The image formats share one section. */
export function publicSections({ paths, components }: Contract): { tag: string; section: Section }[] {
  const stated = Object.entries(paths).flatMap(
    ([path, item]) =>
      Object.entries(item)
        .filter(([method]) => method === "get")
        .map(([, operation]) => ({ path, operation: operation as unknown as PublicOperation })), // as publicPaths writes it
  );
  const open = stated.filter(({ operation }) => operation.security?.length === 0);
  const images = open.filter(({ path }) => path.startsWith("/qr/"));
  return open
    .filter(({ path }) => !path.startsWith("/qr/") || path.endsWith(".svg"))
    .map(({ path, operation }) => ({
      tag: operation.tags[0] ?? "",
      section: path.startsWith("/qr/")
        ? imageSection(images)
        : sectionOf(path, operation, components.schemas),
    }));
}

const sectionOf = (path: string, operation: PublicOperation, schemas: Schemas): Section => ({
  id: operation.operationId,
  title: operation.summary,
  summary: operation.description,
  operation: { method: "GET", path, scopes: [] },
  blocks: [
    `${operation.description} No API key is needed.`,
    ...parameterBlock(parametersOf(operation, schemas)),
    responseTable(operation),
  ],
});

function imageSection(images: readonly { path: string; operation: PublicOperation }[]): Section {
  const [{ operation } = { operation: undefined }] = images;
  if (!operation) throw new TypeError("The contract has no images.");
  const formats = images.map(({ path }) => `\`.${path.split(".").at(-1)}\``);
  const sizes = images.map(({ path, operation: { parameters = [] } }) => {
    const size = parameters.find(({ name }) => name === "size");
    return [
      `\`.${path.split(".").at(-1)}\``,
      size?.description ?? "",
      size ? boundsOf(size.schema).join("; ") : "",
    ];
  });
  return {
    id: "qrImages",
    title: "Download the image of a QR code",
    summary: "SVG, PNG, PDF and EPS images in the size and colors that a printer requires.",
    operation: { method: "GET", path: "/qr/{qrCodeId}.{format}", scopes: [] },
    blocks: [
      `${operation.description} Formats: ${formats.join(", ")}. No API key is needed.`,
      ...parameterBlock(
        parametersOf(operation, {}).map((field) =>
          field.name === "size" ? { ...field, bounds: [] } : field,
        ),
      ),
      { kind: "table", head: ["Format", "Size", "Bounds"], rows: sizes },
      responseTable(operation),
    ],
  };
}

const parametersOf = ({ parameters = [] }: PublicOperation, schemas: Schemas): Field[] =>
  parameters.map((parameter) => parameterField(parameter, schemas));

const parameterBlock = (fields: readonly Field[]): Block[] =>
  fields.length === 0 ? [] : [{ kind: "fields", title: "Parameters", fields }];

const responseTable = ({ responses }: PublicOperation): Block => ({
  kind: "table",
  head: ["Response", "Description"],
  rows: Object.entries(responses).map(([status, { $ref, description, content }]) => [
    `**${status}** ${Object.keys(content ?? {})
      .map((type) => `\`${type}\``)
      .join(", ")}`,
    description ?? `An error: see [errors](#errors). (${$ref?.split("/").at(-1)})`,
  ]),
});

/** A section for each named type that the fields of operations refer to. */
export function typeSections({ components: { schemas } }: Contract, named: Iterable<string>): Section[] {
  const shownTypes = new Set(named);
  const sections: Section[] = [];
  // The loop adds the types that each type refers to.
  for (const name of shownTypes) {
    const schema = schemas[name];
    if (!schema) continue;
    const fields = fieldsOf(optionsOf(schema, schemas), schemas);
    for (const { type } of fields) for (const each of typesIn(type)) shownTypes.add(each);
    const title = name.replace(/Resource$/, "");
    const summary = schema.description ?? "";
    sections.push({
      id: name,
      title: shownTypes.has(title) || title in schemas ? name : title,
      summary,
      blocks: [summary, { kind: "fields", title: "Fields", fields }],
    });
  }
  return sections.sort((one, other) => one.id.localeCompare(other.id));
}

/** The names of the types that a field's type links to. */
export const typesIn = (type: string): string[] =>
  Array.from(type.matchAll(/\]\(#(\w+)\)/g), ([, name = ""]) => name);
