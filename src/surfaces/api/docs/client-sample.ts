/** An argument that is a TypeScript expression, not a value. */
export class Expression {
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
  /** Whether it returns a list to iterate over. */
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
