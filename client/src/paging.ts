/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Absent on the last page. */
  nextCursor?: string;
}

/** A list that is fetched page by page during iteration. */
export interface Paged<T> extends AsyncIterable<T> {
  /** Iterates over pages instead of items. A page may be empty although more follow. */
  pages(): AsyncIterable<Page<T>>;
}

/** A list whose `read` returns the page at a cursor, or the first page without one. */
export function paged<T>(read: (cursor: string | undefined) => Promise<Page<T>>): Paged<T> {
  async function* pages(): AsyncGenerator<Page<T>> {
    let cursor: string | undefined;
    do {
      const page = await read(cursor);
      yield page;
      cursor = page.nextCursor;
    } while (cursor !== undefined);
  }
  return {
    pages,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data;
    },
  };
}
