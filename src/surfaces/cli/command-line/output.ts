/** A line of JSON. */
export const json = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** A table for people. Control characters become question marks. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [headings, ...rows].map((cells) => cells.map((cell) => cell.replace(/\p{Cc}/gu, "?")));
  const widths = headings.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  const text = (cells: string[]) => cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ");
  return `${lines.map((cells) => text(cells).trimEnd()).join("\n")}\n`;
}

/** An ISO time to the minute, such as 2026-11-21T09:30Z; a dash for null. */
export const minute = (time: string | null): string => (time === null ? "-" : `${time.slice(0, 16)}Z`);

/** A curl command that creates a link in `projectId`. Without a key, it takes the key from the shell variable KEY. */
export function curlOfFirstLink(address: string, projectId: string, key = "$KEY"): string {
  const body = JSON.stringify({
    projectId,
    name: "First link",
    retailer: "custom",
    intent: "custom_url",
    customUrl: "https://example.com/summer",
  });
  return `curl -i ${address}/v1/links -H "X-Service-API-Key: ${key}" -H "Content-Type: application/json" -d '${body}'`;
}

/** Every item of a list with pages. `page` returns the page after a position; null is before the first. */
export async function everyItem<T, P>(
  page: (after: P | null) => Promise<{ items: readonly T[]; next: P | null }>,
): Promise<T[]> {
  const all: T[] = [];
  let after: P | null = null;
  do {
    const { items, next } = await page(after);
    all.push(...items);
    after = next;
  } while (after !== null);
  return all;
}
