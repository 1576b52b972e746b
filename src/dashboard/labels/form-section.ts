/** What a field is called and what it is for. Everything else about it comes from the schema. */
export interface Words {
  label: string;
  hint?: string;
  /** What one row of a list is called. */
  row?: string;
  /** In a row: closed at first, as most rows do without. */
  folded?: boolean;
  /**
   * Shown in this section only where the variant requires it, or only where it does not; only for links with a choice of
   * shops, or only for all others.
   */
  only?: "required" | "optional" | "choice" | "leading";
}

/** Fields that stand together, in their order. */
export interface Section {
  title: string;
  /** Closed at first: most links do without. */
  folded?: boolean;
  /** Its fields stand beside each other where there is room. */
  columns?: boolean;
  /** Whether saved UTM values are offered here. */
  templates?: boolean;
  /** Words by the API's path of the field; `[]` stands for each row. */
  words: Readonly<Record<string, Words>>;
}
