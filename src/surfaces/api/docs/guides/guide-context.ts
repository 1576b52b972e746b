import type { Origins } from "../../../../ground/core/origins.ts";
import type { OperationExample } from "../../operation-description.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Block, Section } from "../blocks.ts";
import { sampleBlock } from "../operation-sections.ts";

/** Builds a guide for a service with these origins. `contact` is where callers get help, if the operator says it. */
export type Guide = (origins: Origins, contact?: string) => Section;

/** Samples of an operation: its first example with `changes`. */
export function requestBlock(
  operationId: string,
  title: string,
  origins: Origins,
  changes: Partial<OperationExample> = {},
): Block {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`There is no operation ${operationId}.`);
  const { kind, samples } = sampleBlock(operation, { ...operation.examples[0], ...changes }, origins);
  return { kind, title, samples };
}
