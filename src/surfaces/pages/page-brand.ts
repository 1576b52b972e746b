import { html } from "hono/html";
import { projectStore } from "../../features/access/project-store.ts";
import { type Brand, brandOf } from "../../features/brands/brand.ts";
import { brandCopies, brandCopyKey, parseBrandCopy } from "../../features/brands/brand-copy.ts";
import { logoPath } from "../../features/brands/logo-path.ts";
import type { ProjectKey } from "../../features/brands/logo-store.ts";
import type { RedirectEntry } from "../../features/short-links/entry.ts";
import type { Origins } from "../../ground/core/origins.ts";
import type { WaitUntil } from "../../ground/platform/background.ts";
import { within } from "../../ground/platform/deadlines.ts";
import type { Log } from "../../ground/platform/log.ts";
import { Memory } from "../../ground/platform/memory.ts";
import { SERVICE_DEADLINES } from "../../ground/platform/service-deadlines.ts";
import type { ShownBrand } from "./choice/choice-markup.ts";
import type { Html } from "./document.ts";
import { CHOICE_MESSAGES } from "./i18n/choice-messages.ts";
import type { Language } from "./i18n/languages.ts";

/** The brand of a link's project; null without a brand. The same object as long as memory has it. */
export type KnownBrand = Brand | null;

interface Stores {
  kv: KVNamespace;
  db: D1Database;
  waitUntil: WaitUntil;
  log: Log;
}

const CAPACITY = 1_000;
/** A change is visible 40 s after KV accepted it: a data center caches KV's copy for 30 s. */
const CACHED_MS = 10_000;
const CACHE_TTL_S = 30;
/** How long nothing is queried again after neither KV nor D1 responded. */
const RETRY_MS = 5_000;
/** An older copy in KV is written again, in case a change could not be written. */
const COPY_MS = 60 * 60 * 1_000;

/** State of this isolate: brands by link, and links whose brand could not be read. */
const known = new Memory<KnownBrand>(CAPACITY, CACHED_MS);
const unavailable = new Memory<true>(CAPACITY, RETRY_MS);

/**
 * The brand of a link's project: synchronously from memory, else from KV or D1. If neither responds, the brand in memory is
 * used, however old, or no brand: a page without a brand is better than no page. Never rejects.
 */
export function brandOfLink(
  link: Pick<RedirectEntry, "linkId" | "project">,
  now: number,
  stores: Stores,
): KnownBrand | Promise<KnownBrand> {
  const found = known.find(link.linkId, now);
  if (found?.fresh) return found.value;
  if (unavailable.get(link.linkId, now)) return found?.value ?? null;
  return brandOfProject(link.project, stores).then(
    (brand) => {
      // An equal brand stays the same object, because cached pages refer to it.
      const same = found && JSON.stringify(found.value) === JSON.stringify(brand) ? found.value : brand;
      known.set(link.linkId, same, now);
      return same;
    },
    (cause: unknown) => {
      stores.log("error", "brand", { linkId: link.linkId, cause });
      unavailable.set(link.linkId, true, now);
      return found?.value ?? null;
    },
  );
}

/** The brand of a project, from KV or D1. Rejects if neither responds in time. */
async function brandOfProject(project: ProjectKey, { kv, db, waitUntil, log }: Stores): Promise<KnownBrand> {
  const projects = projectStore(db);
  const publish = () => brandCopies(kv, projects, waitUntil, log).publish(project);
  const copy = await publishedBrand(project, kv).catch(() => null);
  if (copy === null) {
    const { organizationId, projectId } = project;
    const found = await within(SERVICE_DEADLINES.brand, projects.find(organizationId, projectId));
    publish();
    return brandOf(found);
  }
  if (Date.now() - copy.at > COPY_MS) publish();
  return copy.brand;
}

async function publishedBrand(project: ProjectKey, kv: KVNamespace) {
  const key = await brandCopyKey(project);
  return parseBrandCopy(
    await within(SERVICE_DEADLINES.brandKv, kv.get(key, { type: "text", cacheTtl: CACHE_TTL_S })),
  );
}

/** A project's brand as pages show it; undefined without a brand. */
export function shownBrand(brand: Brand | null, origins: Origins): ShownBrand | undefined {
  if (brand === null) return undefined;
  const { logo, ...shown } = brand;
  return { ...shown, ...(logo !== undefined && { logoUrl: origins.shortLink + logoPath(logo) }) };
}

/** The footer of a page: the brand's name and its legal pages. */
export function brandFooter({ name, imprintUrl, privacyUrl }: ShownBrand, language: Language): Html {
  const messages = CHOICE_MESSAGES[language];
  return html`<footer><span dir="auto">${name}</span>${
    imprintUrl && html`<a href="${imprintUrl}">${messages.imprint}</a>`
  }${privacyUrl && html`<a href="${privacyUrl}">${messages.privacy}</a>`}</footer>`;
}

/** The brand's logo, or without a logo its name, unless the page is terse. */
export function brandLogo(brand: ShownBrand | undefined, isTerse = false): Html | "" {
  if (brand?.logoUrl !== undefined)
    return html`<img class="logo" src="${brand.logoUrl}" alt="${brand.name}">`;
  return brand === undefined || isTerse ? "" : html`<p class="brand" dir="auto">${brand.name}</p>`;
}
