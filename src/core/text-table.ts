/** Texts by row and name, such as by language: each row has a text for each name, in the order of the names. */
export const textTable = <Row extends string, const Names extends readonly string[], Text = string>(
  names: Names,
  rows: Readonly<Record<Row, { readonly [Index in keyof Names]: Text }>>,
) => {
  const named = Object.entries<readonly Text[]>(rows).map(([row, texts]) => [
    row,
    Object.fromEntries(names.map((name, index) => [name, texts[index]])),
  ]);
  // A text for each name, by the type of the rows.
  return Object.fromEntries(named) as Readonly<Record<Row, Readonly<Record<Names[number], Text>>>>;
};
