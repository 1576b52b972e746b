import type { Survivor } from "./survivor.ts";

/** Mutants of src/dashboard/sign-in that change nothing that anybody could see. */
export const OF_SIGN_IN: readonly Survivor[] = [
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "condition false",
    code: "error instanceof ServiceError",
    why: "It would be wrapped in a service_unavailable of the same form.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "condition true",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "A claim that is undefined is left out of the log's JSON.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "drop the right of &&",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "The library's errors name a claim as a text or not at all; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-jwt.ts",
    operator: "drop the left of &&",
    code: '"claim" in error && typeof error.claim === "string"',
    why: "What is not in the error is no text either; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/identity.ts",
    operator: "condition false",
    code: "error instanceof Error",
    why: "Either error is answered with service_unavailable; only the log has its text.",
  },
  {
    file: "src/dashboard/sign-in/cloudflare-keys.ts",
    operator: "drop answer.reason",
    code: "the keys of Cloudflare Access can't be had",
    why: "It is the cause of an error whose reason the log has in the line before.",
  },
  {
    file: "src/dashboard/sign-in/sign-in.tsx",
    operator: "drop the right of ??",
    code: 'c.req.param("organization") ?? ""',
    why: "Every address that comes here has an organization in it; TypeScript wants the question.",
  },
  {
    file: "src/dashboard/sign-in/identity.ts",
    operator: "drop the right of ||",
    code: '!("email" in claims)',
    why: "What is not there is no address either; TypeScript wants the question.",
  },
];
