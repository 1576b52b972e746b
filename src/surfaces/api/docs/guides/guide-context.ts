import type { Origins } from "../../../../ground/core/origins.ts";
import type { OperationExample } from "../../operation-description.ts";
import { OPERATIONS } from "../../operations.ts";
import type { Block, Section } from "../blocks.ts";
import { clientCall } from "../client-samples.ts";
import { samplesOf } from "../code-samples.ts";
import { samplePath } from "../operation-sections.ts";

/** Builds a guide for a service with these origins. */
export type Guide = (origins: Origins) => Section;

/** Samples of an operation: its first example with `changes`. */
export function requestBlock(
  operationId: string,
  title: string,
  origins: Origins,
  changes: Partial<OperationExample> = {},
): Block {
  const operation = OPERATIONS.find(({ id }) => id === operationId);
  if (!operation) throw new TypeError(`There is no operation ${operationId}.`);
  const example = { ...operation.examples[0], ...changes };
  const { headers = {}, body } = example;
  const path = samplePath(operation.path, example);
  const request = { method: operation.method, origin: origins.api, path, headers, body };
  return { kind: "samples", title, samples: samplesOf(request, clientCall(operationId, example)) };
}
