import type { DashboardContext } from "../layout/context.ts";
import { importsPath } from "./paths.ts";

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
