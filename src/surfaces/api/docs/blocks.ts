/**
 * A block of the documentation, rendered as HTML and as Markdown: a paragraph, or something else. Texts may have `code`,
 * **emphasis** and [links](#getLink).
 */
export type Block =
  | string
  | { kind: "heading"; text: string }
  | { kind: "list"; items: readonly string[]; ordered?: true }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[]; ids?: readonly string[] }
  | { kind: "fields"; title: string; fields: readonly Field[] }
  | { kind: "code"; title: string; language: Language; text: string }
  | { kind: "samples"; title: string; samples: Samples; request?: TriedRequest };

/** A block that is not a paragraph. */
export type OtherBlock = Exclude<Block, string>;

/** A header, a parameter, or a property of a body or a response. */
export interface Field {
  /** For example `products[].quantity`. */
  name: string;
  /** With inline markup, like the text of a block. */
  type: string;
  required: boolean;
  description: string;
  /** Bounds and the default as text. */
  bounds: readonly string[];
}

/** The language of a code block. */
export type Language = "sh" | "ts" | "python" | "json" | "csv";

/** The same request in three languages. `KEY` and `LINK_ID` are environment variables. */
export type Samples = Readonly<Record<"sh" | "ts" | "python", string>>;

/** A request that the page can send. */
export interface TriedRequest {
  method: string;
  /** Path and query; `$LINK_ID` is a placeholder. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string | null;
  /** A dry run of the request, which the page offers first. */
  preview?: { path: string; body: string };
}

/** A section of the documentation with its own URL. */
export interface Section {
  /** The anchor and the name of the Markdown file. */
  id: string;
  title: string;
  /** A sentence for lists of sections. */
  summary: string;
  /** Set for sections about an operation. */
  operation?: { method: string; path: string; scopes: readonly string[] };
  blocks: readonly Block[];
}

/** Sections under one heading. */
export interface Chapter {
  title: string;
  description: string;
  sections: readonly Section[];
}
