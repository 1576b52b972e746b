import type { WaitUntil } from "../../ground/platform/background.ts";
import { DEADLINES, pause, within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { type Brand, brandOf } from "./brand.ts";
import { brandKey, type ProjectKey } from "./logo-store.ts";

/** A copy in KV of a project's brand, for pages of shoppers. */
interface BrandCopy {
  /** Null if the project has no brand. */
  brand: Brand | null;
  /** When it was written, in milliseconds since 1970. */
  at: number;
}

const PUT_ATTEMPTS = 3;
/** KV accepts one write per second and key: https://developers.cloudflare.com/kv/platform/limits/ */
const BETWEEN_PUTS_MS = 1_100;

/** The KV key of a project's brand. */
export const brandCopyKey = async (project: ProjectKey): Promise<string> =>
  `brand:${await brandKey(project)}`;

/** Writes KV's copies of brands. */
export type BrandCopies = ReturnType<typeof brandCopies>;

export function brandCopies(kv: KVNamespace, projects: ProjectStore, waitUntil: WaitUntil, log: Log) {
  return {
    /** Writes the committed brand after the response. */
    publish(project: ProjectKey): void {
      const done = publishBrand(kv, projects, project);
      waitUntil(done.catch((cause: unknown) => log("error", "publish", { project, cause })));
    },
  };
}

/**
 * Writes D1's current brand to KV. KV has no compare-and-set, so every writer reads D1 again after its write and
 * repeats until it finds the same brand: the last writer leaves the newest brand. Throws if D1 or KV fails.
 */
async function publishBrand(kv: KVNamespace, projects: ProjectStore, project: ProjectKey): Promise<void> {
  const key = await brandCopyKey(project);
  const { organizationId, projectId } = project;
  const read = async () => brandOf(await projects.find(organizationId, projectId));
  let brand = await read();
  for (;;) {
    const copy: BrandCopy = { brand, at: Date.now() };
    await putPatiently(kv, key, JSON.stringify(copy));
    const current = await read();
    if (JSON.stringify(current) === JSON.stringify(brand)) return;
    brand = current;
  }
}

async function putPatiently(kv: KVNamespace, key: string, text: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await within(DEADLINES.kvPut, kv.put(key, text));
    } catch (error) {
      if (attempt === PUT_ATTEMPTS) throw error;
      await pause(BETWEEN_PUTS_MS);
    }
  }
}

/** Parses the copy in KV; null if it is missing or damaged. */
export function parseBrandCopy(text: string | null): BrandCopy | null {
  if (text === null) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isCopy(value) ? value : null;
  } catch {
    return null;
  }
}

function isCopy(value: unknown): value is BrandCopy {
  if (typeof value !== "object" || value === null) return false;
  const { brand, at } = value as Partial<Record<keyof BrandCopy, unknown>>; // read only
  return typeof at === "number" && (brand === null || isBrand(brand));
}

function isBrand(value: unknown): boolean {
  if (typeof value !== "object" || value === null) return false;
  const { name } = value as Partial<Record<keyof Brand, unknown>>; // read only
  return typeof name === "string" && Object.values(value).every((each) => typeof each === "string");
}
