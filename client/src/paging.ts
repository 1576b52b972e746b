/** One page of a list. */
export interface Page<T> {
  data: T[];
  /** Present while there is more. */
  nextCursor?: string;
}

/** A list that is read page by page while it is iterated over. */
export interface Paged<T> extends AsyncIterable<T> {
  /** The pages in place of their items. A page may be empty while more follow. */
  pages(): AsyncIterable<Page<T>>;
}

/** A list whose page at a cursor is given by `read`; without a cursor, the first one. */
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
