import { isPrintable, readPrintPicture } from "../../../features/brands/card-pictures.ts";
import type { ChosenQrCode } from "../../../features/qr-codes/chosen-store.ts";
import { ServiceError } from "../../../ground/core/errors.ts";
import type { Origins } from "../../../ground/core/origins.ts";
import type { Logo, Photo } from "../../../ground/drawing/drawing.ts";
import type { DashboardContext } from "../layout/context.ts";

/** What the projects and links have for a print. */
export interface PrintBrand {
  hasLogo: boolean;
  hasColor: boolean;
  /** Whether a code's ink is printed in the place of a brand's color in red, green and blue. */
  isColorOfCode: boolean;
  hasPicture: boolean;
  /** Why pictures of products that were asked for are not printed. */
  pictureProblem: string | undefined;
  /** Whether logos or pictures that were asked for can't be read at present, so that the print lacks them. */
  isIncomplete: boolean;
}

/** Stands for a picture that R2 does not return at present. */
const UNREAD = "unread";
type Read<Picture> = Picture | null | typeof UNREAD;

async function unlessDown<Picture>(found: Promise<Picture | null>): Promise<Read<Picture>> {
  try {
    return await found;
  } catch (error) {
    if (error instanceof ServiceError && error.code === "service_unavailable") return UNREAD;
    throw error;
  }
}

/** A picture to print. */
export const seen = <Picture>(read: Read<Picture> | undefined): Picture | null =>
  read === undefined || read === UNREAD ? null : read;

/** The logos of projects, by project. */
export async function logosOf(
  c: DashboardContext,
  projectIds: readonly string[],
): Promise<Map<string, Read<Logo>>> {
  const { workspace, dependencies } = c.var;
  const found = projectIds.map(async (projectId) => {
    const key = { organizationId: workspace.organizationId, projectId };
    return [projectId, await unlessDown(dependencies.projectLogos.find(key))] as const;
  });
  return new Map(await Promise.all(found));
}

/** Whether any of them could not be read. */
export const isAnyUnread = (...read: readonly ReadonlyMap<unknown, unknown>[]): boolean =>
  read.some((each) => [...each.values()].includes(UNREAD));

/** The most different pictures of a print: each can have a megabyte. */
const MAX_PICTURES = 20;

/** The pictures of links, by URL; none if there are too many. */
export async function picturesOf(
  c: DashboardContext,
  chosen: readonly ChosenQrCode[],
): Promise<Map<string | null, Read<Logo | Photo>>> {
  const { dependencies } = c.var;
  const urls = new Set(chosen.map(({ link }) => link.pictureUrl));
  const found = [...(urls.size > MAX_PICTURES ? [] : urls)].map(
    async (url) => [url, await unlessDown(readPrintPicture(url, dependencies))] as const,
  );
  return new Map(await Promise.all(found));
}

/** Why pictures that can be chosen are not printed; undefined if all are. */
export function pictureProblem(
  chosen: readonly ChosenQrCode[],
  pictures: ReadonlyMap<string | null, Read<Logo | Photo>>,
  origins: Origins,
): string | undefined {
  const urls = new Set(chosen.map(({ link }) => link.pictureUrl).filter((url) => isPrintable(url, origins)));
  if (urls.size > MAX_PICTURES) return `More than ${MAX_PICTURES} different pictures are not printed.`;
  const unprintable = [...urls].filter((url) => pictures.get(url) === null).length;
  if (unprintable === 0) return undefined;
  const subject = urls.size === 1 ? "It" : `${unprintable} of ${urls.size}`;
  return `${subject} can't be printed. Upload an upright RGB JPEG, or a PNG that is not interlaced.`;
}
