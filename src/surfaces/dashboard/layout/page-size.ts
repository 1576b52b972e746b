/** How many rows a page of a list shows. */
export const PAGE_SIZE = 25;
