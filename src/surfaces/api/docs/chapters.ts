import type { Origins } from "../../../ground/core/origins.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import { OPERATIONS } from "../operations.ts";
import { TAGS } from "../tags.ts";
import type { Block, Chapter } from "./blocks.ts";
import { assistants } from "./guides/assistants.ts";
import { changes } from "./guides/events.ts";
import { limits } from "./guides/limits.ts";
import { printing, variants, visits, warnings } from "./guides/links-and-codes.ts";
import { policies } from "./guides/policies.ts";
import { include } from "./guides/reading.ts";
import { errors, security } from "./guides/rules.ts";
import { client, firstLink, paging, retries } from "./guides/starting.ts";
import { webhooks } from "./guides/webhooks.ts";
import { type BodyPlaces, type Contract, operationSection } from "./operation-sections.ts";
import { publicSections, typeSections, typesIn } from "./public-sections.ts";

/** The guides, in the order that a newcomer needs them. */
const GUIDES = [
  ...[firstLink, client, variants, warnings, include, printing, visits, retries, paging],
  changes,
  webhooks,
  ...[errors, limits, policies, security, assistants],
];

/** The documentation: guides, every operation, and the types that operations share. */
export function chaptersOf(origins: Origins, contact?: string): Chapter[] {
  // OpenAPI objects are written as plain JSON; `Contract` names the parts that are read here.
  const contract = openApiDocument(origins) as unknown as Contract;
  const bodyPlaces: BodyPlaces = new Map();
  const keyed = OPERATIONS.map((operation) => ({
    tag: operation.tag as string,
    section: operationSection(operation, contract, origins, bodyPlaces),
  }));
  const all = [...keyed, ...publicSections(contract)];
  const named = all.flatMap(({ section }) => section.blocks.flatMap(typesOfBlock));
  const reference = Object.entries(TAGS).map(([title, description]) => ({
    title,
    description,
    sections: all.filter(({ tag }) => tag === title).map(({ section }) => section),
  }));
  return [
    {
      title: "Guides",
      description: "Step-by-step guides for integrators.",
      sections: GUIDES.map((guide) => guide(origins, contact)),
    },
    ...reference,
    {
      title: "Types",
      description: "The objects that several operations share.",
      sections: typeSections(contract, named),
    },
  ];
}

const typesOfBlock = (block: Block): string[] =>
  typeof block === "object" && block.kind === "fields"
    ? block.fields.flatMap(({ type }) => typesIn(type))
    : [];
