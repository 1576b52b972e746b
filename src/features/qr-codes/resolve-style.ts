import { parseQrCodeId } from "../../ground/core/ids.ts";
import type { Logo } from "../../ground/drawing/drawing.ts";
import type { Project } from "../access/project.ts";
import type { ProjectStore } from "../access/project-store.ts";
import { symbolSide } from "./capacities.ts";
import type { ImageFormat } from "./image-formats.ts";
import { type AskedOptions, defaultOptions, type ImageOptions } from "./image-options.ts";
import { MAX_SIDE_WITH_LOGO } from "./logo-place.ts";
import type { QrCodeStore } from "./qr-code-store.ts";
import { type CodeStyle, fullStyle } from "./style.ts";

interface LookedProject {
  organizationId: string;
  projectId: string;
}

/** The logos of projects. `brands/` owns them and does not depend on this folder, so `wiring.ts` connects the two. */
export interface ProjectLogos {
  /** Null if the project has no logo for codes. */
  find(project: LookedProject): Promise<Logo | null>;
}

/** The style of a project's codes without their own style; empty for plain codes. */
export const codeStyleOf = (project: Pick<Project, "settings"> | null | undefined): CodeStyle =>
  (project?.settings.codeStyle as CodeStyle | undefined) ?? {}; // Validated before it was written.

/** Resolved options and logo for drawing a code. */
export interface ResolvedStyle {
  options: ImageOptions;
  logo: Logo | null;
}

/** Whether the code of a URL is small enough for a logo at level H, which a covered center requires. */
export const hasRoomForLogo = (encodedUrl: string): boolean =>
  (symbolSide(encodedUrl, "H") ?? Number.POSITIVE_INFINITY) <= MAX_SIDE_WITH_LOGO;

/** Adjusts options: with a logo at level H, or without a logo. */
export const withLogo = <Options extends Pick<ImageOptions, "logo" | "level">>(
  options: Options,
  hasLogo: boolean,
): Options => (hasLogo ? { ...options, level: "H" } : { ...options, logo: "none" });

/** Resolves options for a code, with the logo if it is requested, exists and fits. */
export async function resolveStyle(
  options: ImageOptions,
  encodedUrl: string,
  findLogo: () => Promise<Logo | null>,
): Promise<ResolvedStyle> {
  const logo = options.logo !== "none" && hasRoomForLogo(encodedUrl) ? await findLogo() : null;
  return { options: withLogo(options, logo !== null), logo };
}

export interface StyleStores {
  projects: Pick<ProjectStore, "find">;
  projectLogos: ProjectLogos;
}

/** A code to draw in its saved style. */
export interface StyledCode {
  encodedUrl: string;
  /** Null for a code without its own style. */
  style: CodeStyle | null;
  project: LookedProject;
}

/** Returns a function that resolves the saved style of each code, and reads each project's style and logo once. */
export function styleResolver(format: ImageFormat, { projects, projectLogos }: StyleStores) {
  const styles = new Map<string, Promise<CodeStyle>>();
  const logos = new Map<string, Promise<Logo | null>>();
  const once = <Value>(known: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>) => {
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  };
  return async ({ encodedUrl, style: own, project }: StyledCode): Promise<ResolvedStyle> => {
    const ofProject = async () => codeStyleOf(await projects.find(project.organizationId, project.projectId));
    const style = fullStyle(own ?? (await once(styles, project.projectId, ofProject)));
    return resolveStyle({ ...defaultOptions(format), ...style }, encodedUrl, () =>
      once(logos, project.projectId, () => projectLogos.find(project)),
    );
  };
}

/** The query parameter that requests the saved style, and its only value. */
export const SAVED_STYLE = { name: "style", value: "default" } as const;

interface SavedStyleStores {
  qrCodes: QrCodeStore;
  projects: ProjectStore;
}

/** The style of a code: its own style or else the style of its project. Null if the code doesn't exist. */
export async function savedStyle(
  qrCodeId: string,
  { qrCodes, projects }: SavedStyleStores,
): Promise<CodeStyle | null> {
  const parts = parseQrCodeId(qrCodeId);
  if (!parts) return null;
  const [link, qrCode] = await Promise.all([
    qrCodes.findLink(parts.linkId),
    qrCodes.find(parts.linkId, parts.identifier),
  ]);
  if (!link || !qrCode) return null;
  return qrCode.style ?? codeStyleOf(await projects.find(link.organizationId, link.projectId));
}

/** The requested options, completed by the saved style. A requested frame also replaces the saved frame text. */
export function withSavedStyle(asked: AskedOptions, style: CodeStyle): AskedOptions {
  const own = Object.hasOwn(asked, "frame") || Object.hasOwn(asked, "frameText");
  const saved = Object.entries(style).flatMap(([name, value]): [string, string[]][] =>
    value === undefined || (own && name.startsWith("frame")) ? [] : [[name, [value]]],
  );
  return { ...Object.fromEntries(saved), ...asked };
}
