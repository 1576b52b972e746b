import type { Env } from "../env.ts";

/** Variables and secrets: the bindings of a Worker that are texts. */
export type Variables = {
  [Name in keyof Env as Env[Name] extends string | undefined ? Name : never]: Env[Name];
};
export type VariableName = keyof Variables;

/** The value without blanks around it; undefined where it is not set or empty. Nothing reads a variable in another way. */
export const textOf = (env: Variables, name: VariableName): string | undefined =>
  env[name]?.trim() || undefined;
