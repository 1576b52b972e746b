/** `value` as JSON with the keys of every object sorted by code unit, so that equal bodies give equal texts. */
export function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  if (typeof value === "object" && value !== null) {
    const object = value as Record<string, unknown>; // its keys are strings, as it comes from JSON
    const members = Object.keys(object).sort();
    return `{${members.map((key) => `${JSON.stringify(key)}:${canonicalJson(object[key])}`).join(",")}}`;
  }
  return JSON.stringify(value) ?? "null";
}
