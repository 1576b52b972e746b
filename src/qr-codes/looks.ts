import type { CodeStyleStore } from "./code-style-store.ts";
import { symbolSide } from "./encodable.ts";
import type { ImageFormat } from "./image-formats.ts";
import { defaultOptions, type ImageOptions } from "./image-options.ts";
import type { Logo } from "./logo.ts";
import { isDrawable } from "./logo-pixels.ts";
import { MOST_SIDE_WITH_LOGO } from "./logo-place.ts";
import type { ProjectLogos } from "./project-logos.ts";
import { fullStyle } from "./style.ts";
import type { CodeStyle } from "./style-schema.ts";

/** What finding the looks of codes needs. */
export interface LookStores {
  codeStyles: CodeStyleStore;
  projectLogos: ProjectLogos;
}

/** A code among many that are drawn at one time. */
export interface LookedAt {
  encodedUrl: string;
  /** Null for a code without a style of its own. */
  style: CodeStyle | null;
  project: { organizationId: string; projectId: string };
}

/**
 * Finds how each of many codes is drawn in its saved style, and asks for what belongs to a project once. A code that is too
 * large for a logo, and one whose project has no logo any more, a damaged one, or one that the format cannot hold, is drawn
 * without.
 */
export function looksOf(format: ImageFormat, { codeStyles, projectLogos }: LookStores) {
  const styles = new Map<string, Promise<CodeStyle>>();
  const logos = new Map<string, Promise<Logo | null>>();
  async function logoOf(project: LookedAt["project"]): Promise<Logo | null> {
    const file = await projectLogos.find(project);
    const { readableLogo } = await import("./read-logo.ts");
    return file && readableLogo(file);
  }
  return async ({
    encodedUrl,
    style: own,
    project,
  }: LookedAt): Promise<{ options: ImageOptions; logo: Logo | null }> => {
    const { projectId } = project;
    if (!styles.has(projectId)) {
      styles.set(
        projectId,
        codeStyles.find(project).then(({ style }) => style),
      );
    }
    const style = fullStyle(own ?? (await styles.get(projectId)) ?? {});
    const usual = defaultOptions(format);
    const hasRoom = (symbolSide(encodedUrl, "H") ?? Number.POSITIVE_INFINITY) <= MOST_SIDE_WITH_LOGO;
    if (style.logo !== "none" && hasRoom) {
      const logo = logos.get(projectId) ?? logoOf(project);
      logos.set(projectId, logo);
      const found = await logo;
      if (found && (found.kind === "shapes" || isDrawable(found, format)))
        return { options: { ...usual, ...style, level: "H" }, logo: found };
    }
    return { options: { ...usual, ...style, logo: "none" }, logo: null };
  };
}
