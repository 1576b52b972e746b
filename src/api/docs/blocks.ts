/**
 * What the documents are made of. A text may hold `code`, **strong words** and [links](#getLink); both forms of the
 * documents, pages and Markdown, are drawn from the same blocks.
 */
export type Block =
  | { kind: "text" | "heading"; text: string }
  | { kind: "list"; items: readonly string[]; ordered?: true }
  | { kind: "table"; head: readonly string[]; rows: readonly (readonly string[])[] }
  | { kind: "fields"; title: string; fields: readonly Field[] }
  | { kind: "code"; title: string; language: Language; text: string }
  | { kind: "samples"; title: string; samples: Samples; request?: TriedRequest };

/** A header, a parameter, or a property of a body or an response. */
export interface Field {
  /** As in `products[].quantity`. */
  name: string;
  /** A text as in a block. */
  type: string;
  required: boolean;
  description: string;
  /** Bounds, default and the like, in words. */
  bounds: readonly string[];
}

/** The languages of code. */
export type Language = "sh" | "ts" | "python" | "json" | "csv";

/** The same in three languages. `KEY` and `LINK_ID` stand in the environment of each. */
export type Samples = Readonly<Record<"sh" | "ts" | "python", string>>;

/** A request that the page can send. */
export interface TriedRequest {
  method: string;
  /** Path and query; `$LINK_ID` stands for the id of a link. */
  path: string;
  headers: Readonly<Record<string, string>>;
  /** JSON. */
  body: string | null;
  /** The same request as one that changes nothing, which is offered first. */
  preview?: { path: string; body: string };
}

/** A part of the documents with an address of its own. */
export interface Section {
  /** The anchor, and the name of its Markdown file. */
  id: string;
  title: string;
  /** One sentence for lists of sections. */
  summary: string;
  /** Of an operation. */
  operation?: { method: string; path: string; scopes: readonly string[] };
  blocks: readonly Block[];
}

/** Sections under one heading. */
export interface Chapter {
  title: string;
  description: string;
  sections: readonly Section[];
}
