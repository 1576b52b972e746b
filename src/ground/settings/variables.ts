import type { Env } from "../../env.ts";

/** Variables and secrets: a Worker's bindings of type string. */
export type Variables = {
  [Name in keyof Env as Env[Name] extends string | undefined ? Name : never]: Env[Name];
};
export type VariableName = keyof Variables;

/** The trimmed value; undefined if it is not set or empty. All variables are read through this function. */
export const textOf = (env: Variables, name: VariableName): string | undefined =>
  env[name]?.trim() || undefined;
