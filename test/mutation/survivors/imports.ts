import type { Survivor } from "./survivor.ts";

/** Mutants of src/imports that change nothing that anybody could see. */
export const OF_IMPORTS: readonly Survivor[] = [
  {
    file: "src/imports/cells.ts",
    operator: "drop the left of &&",
    code: "quantity !== undefined && { quantity: numberIn(quantity) }",
    why: "A quantity that is undefined counts as none.",
  },
  {
    file: "src/imports/cells.ts",
    operator: "condition false",
    code: "!(error instanceof CellProblem)",
    why: "Nothing else is thrown there: were it ever, it must not be taken for a problem of the cell.",
  },
  {
    file: "src/imports/cells.ts",
    operator: "condition true",
    code: 'typeof inner === "object" && inner !== null',
    why: "There stands nothing yet, or the object of an earlier column, and nothing is copied as an empty object; TypeScript wants the question.",
  },
  {
    file: "src/imports/cells.ts",
    operator: "drop the right of &&",
    code: 'typeof inner === "object" && inner !== null',
    why: "There stands nothing yet, or the object of an earlier column, and nothing is copied as an empty object; TypeScript wants the question.",
  },
  {
    file: "src/imports/cells.ts",
    operator: "drop the left of &&",
    code: 'typeof inner === "object" && inner !== null',
    why: "There stands nothing yet, or the object of an earlier column, and nothing is copied as an empty object; TypeScript wants the question.",
  },
  {
    file: "src/imports/chunk-store.ts",
    operator: "drop the right of ??",
    code: "results[2]?.results ?? []",
    why: "D1 answers each statement of a batch; TypeScript wants the question.",
  },
  {
    file: "src/imports/codes-archive.ts",
    operator: "0 to 0 + 1",
    code: "0",
    why: "Row 1 has the headings: no link is made of it, so that all rows are behind it.",
  },
  {
    file: "src/imports/correct-rows.ts",
    operator: "condition false",
    code: "!validated",
    why: "For one row that is given, one is returned; TypeScript wants the question.",
  },
  {
    file: "src/imports/export-rows.ts",
    operator: "drop the left of ||",
    code: "row.linkId === null || row.qrIdentifier === null",
    why: "A row without a link has no code either; TypeScript wants the question.",
  },
  {
    file: "src/imports/get-import.ts",
    operator: "condition true",
    code: "Number.isSafeInteger(row)",
    why: "No row has such a number: the condition saves asking the database.",
  },
  {
    file: "src/imports/row-store.ts",
    operator: "SQL without row IN (SELECT value FROM json_each(?2))",
    code: "`SELECT row FROM import_rows",
    why: "The caller only asks whether its own rows are among them: the condition saves reading the others.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "drop filter",
    code: "bodies.map(({ body }) => projectIn(body)).filter((id) => id !== undefined)",
    why: "No project has the id null, which is what JSON makes of undefined.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "drop the right of ??",
    code: "bodies[index]?.problems ?? []",
    why: "There is a body for each row; TypeScript wants the question.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "drop the right of ??",
    code: "bodies[index]?.body ?? {}",
    why: "There is a body for each row; TypeScript wants the question.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "condition true",
    code: "definition",
    why: "A row without problems has a definition; TypeScript wants the question.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "drop the right of ??",
    code: 'columnOfField(field)?.name ?? ""',
    why: "The fields of ids that cannot be right have a column; TypeScript wants the question.",
  },
  {
    file: "src/imports/validate-rows.ts",
    operator: "condition true",
    code: 'typeof body.projectId === "string"',
    why: "A cell is a text, and where there is none the answer is undefined either way; TypeScript wants the question.",
  },
];
