import { readDigitalLink } from "../../src/ground/core/digital-link.ts";

/**
 * The element string of an address in brackets, such as `(01)09506000134352(10)ABC`, as a till reads it; null if the address
 * is not valid.
 */
export function elementString(address: string): string | null {
  const { pathname, searchParams } = new URL(address);
  const read = readDigitalLink(pathname, searchParams);
  if ("problem" in read) return null;
  const attributes = [...searchParams].filter(([name]) => /^\d{2,4}$/.test(name));
  return [["01", read.gtin], ...read.qualifiers, ...attributes]
    .map(([name, value]) => `(${name})${value}`)
    .join("");
}
