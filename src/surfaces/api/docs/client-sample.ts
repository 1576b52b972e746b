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
  /** Values and expressions; the string `$LINK_ID` is a placeholder. */
  arguments: readonly unknown[];
  /** Whether it returns a list to iterate over. */
  iterates: boolean;
}

/** The first lines of every program with the client. */
export const clientHead = (origin: string): string =>
  [
    'import { ShoppableLinks } from "@shoppable-links/client";',
    "",
    `const client = new ShoppableLinks({ key: process.env.KEY ?? "", baseUrl: "${origin}" });`,
    "",
  ].join("\n");

/** A program with one call of the client. */
export function clientSample(origin: string, { method, arguments: values, iterates }: ClientCall): string {
  const usesLink = values.includes(LINK_ID);
  const call = `client.${method}(${values.map((value) => literal(value, "")).join(", ")})`;
  return [
    `${clientHead(origin)}${usesLink ? 'const linkId = process.env.LINK_ID ?? "";' : ""}`.trimEnd(),
    iterates ? `for await (const each of ${call}) console.log(each);` : `console.log(await ${call});`,
  ].join("\n");
}

/** The placeholder of a link's id in samples. */
export const LINK_ID = "$LINK_ID";

/** A value as a TypeScript literal. */
function literal(value: unknown, indent: string): string {
  if (value === LINK_ID) return "linkId";
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
