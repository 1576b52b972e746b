import type { DashboardContext, Place } from "../layout/context.ts";
import type { UploadedValues } from "../layout/upload.ts";

/** The path of the screens of imports. */
export const importsPath = ({ base }: Place): string => `${base}/links/import`;

/** The path of one import. */
export const importPath = (place: Place, { id }: { id: string }): string => `${importsPath(place)}/${id}`;

/** The id of the import that the address names. */
export const importIdIn = ({ req }: DashboardContext): { importId: string } => ({
  importId: req.param("import") ?? "",
});

/** The path of that import. */
export const importPathIn = (c: DashboardContext): string =>
  `${importsPath(c.var.place)}/${importIdIn(c).importId}`;

/** What verbs that check or create rows stand on. */
export const withOrigins = ({ var: { dependencies, origins } }: DashboardContext) => ({
  ...dependencies,
  origins,
});

/** The file that a form has, or what was pasted in its place. */
export const sentFile = (values: UploadedValues): { fileName: string; content: Uint8Array | string } =>
  values.file
    ? { fileName: values.file.name, content: values.file.bytes }
    : { fileName: "Pasted rows", content: values.text("text") };
