/** Items that take a few milliseconds together, such as rows that are validated. */
const PIECE = 100;

/** Resolves once everything else that waits for the isolate, such as a short link, had its turn. */
export const letOthersPass = (): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, 0);
  });

/**
 * `items` in pieces of `size`, for work that takes long for all of them: other requests have their turn between two pieces.
 */
export async function* piecesOf<T>(items: readonly T[], size = PIECE): AsyncGenerator<T[]> {
  for (let start = 0; start < items.length; start += size) {
    if (start > 0) await letOthersPass();
    yield items.slice(start, start + size);
  }
}

/** The result of `map` for each of `items`, in pieces as `piecesOf` makes them. */
export async function mapInPieces<T, R>(
  items: readonly T[],
  map: (item: T) => R,
  size = PIECE,
): Promise<R[]> {
  const results: R[] = [];
  for await (const piece of piecesOf(items, size)) for (const item of piece) results.push(map(item));
  return results;
}
