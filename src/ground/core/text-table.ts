/** Texts by language and name, from a row for each language with a text for each name, in the order of the names. */
export const textTable = <Language extends string, const Names extends readonly string[], Text = string>(
  names: Names,
  rows: Readonly<Record<Language, { readonly [Index in keyof Names]: Text }>>,
) => {
  const named = Object.entries<readonly Text[]>(rows).map(([language, texts]) => [
    language,
    Object.fromEntries(names.map((name, index) => [name, texts[index]])),
  ]);
  // A text for each name, by the type of the rows.
  return Object.fromEntries(named) as Readonly<Record<Language, Readonly<Record<Names[number], Text>>>>;
};
