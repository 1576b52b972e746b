import type { Origins } from "../../../ground/core/origins.ts";
import { openApiDocument } from "../openapi/openapi-document.ts";
import { TAGS } from "../operation-description.ts";
import { OPERATIONS } from "../operations.ts";
import type { Block, Chapter } from "./blocks.ts";
import { DETAILED_TITLES, guideSections } from "./guides.ts";
import { type BodyPlaces, type Contract, operationSection } from "./operation-sections.ts";
import { publicSections, typeSections, typesIn } from "./public-sections.ts";

/** The chapters with pages of their own. */
export const DETAILS = "Guides in detail";
export const TYPES = "Types";

/**
 * The documentation: guides, every operation, and the types that operations share. Guides in detail have only their titles:
 * see `withDetails`.
 */
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
      sections: guideSections(origins, contact),
    },
    {
      title: DETAILS,
      description: "Everything about one subject each.",
      sections: Object.entries(DETAILED_TITLES).map(([id, title]) => ({
        id,
        title,
        summary: "",
        blocks: [],
      })),
    },
    ...reference,
    {
      title: TYPES,
      description: "The objects that several operations share.",
      sections: typeSections(contract, named),
    },
  ];
}

const typesOfBlock = (block: Block): string[] =>
  typeof block === "object" && block.kind === "fields"
    ? block.fields.flatMap(({ type }) => typesIn(type))
    : [];

/** The chapters of `chaptersOf` with the texts of the guides in detail, which are loaded now. */
export async function withDetails(
  chapters: readonly Chapter[],
  origins: Origins,
  contact?: string,
): Promise<Chapter[]> {
  const { detailedSections } = await import("./detailed-guides.ts");
  const sections = detailedSections(origins, contact);
  return chapters.map((chapter) => (chapter.title === DETAILS ? { ...chapter, sections } : chapter));
}
