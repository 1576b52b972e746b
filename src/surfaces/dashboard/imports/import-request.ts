import type { DashboardContext, Workspace } from "../layout/context.ts";
import type { SentValues } from "../layout/forms.ts";

/** The path of the screens of imports. */
export const importsPath = ({ base }: Workspace): string => `${base}/links/import`;

export const importPath = (workspace: Workspace, { id }: { id: string }): string =>
  `${importsPath(workspace)}/${id}`;

/** The import id of a request's path. */
export const importIdIn = ({ req }: DashboardContext): { importId: string } => ({
  importId: req.param("import") ?? "",
});

/** The path of the request's import. */
export const importPathIn = (c: DashboardContext): string =>
  `${importsPath(c.var.workspace)}/${importIdIn(c).importId}`;

/** The dependencies of verbs that check or create rows. */
export const withOrigins = ({ var: { dependencies, origins } }: DashboardContext) => ({
  ...dependencies,
  origins,
});

/** The uploaded file, or the pasted rows. */
export const sentFile = (
  file: SentValues["file"],
  pasted = "",
): { fileName: string; content: Uint8Array | string } =>
  file ? { fileName: file.name, content: file.bytes } : { fileName: "Pasted rows", content: pasted };
