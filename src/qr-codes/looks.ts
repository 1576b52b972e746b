import type { Logo } from "../drawing/drawing.ts";
import type { CodeStyleStore } from "./code-style-store.ts";
import { symbolSide } from "./encodable.ts";
import type { ImageFormat } from "./image-formats.ts";
import { defaultOptions, type ImageOptions } from "./image-options.ts";
import { MAX_SIDE_WITH_LOGO } from "./logo-place.ts";
import { fullStyle } from "./style.ts";
import type { CodeStyle } from "./style-schema.ts";

/** A project among those of all organizations. */
interface LookedProject {
  organizationId: string;
  projectId: string;
}

/** The logos of projects. `brands/` owns them and does not know this folder, so `wiring.ts` joins the two. */
export interface ProjectLogos {
  /** Null where the project has none that codes can show. Throws `service_unavailable`. */
  find(project: LookedProject): Promise<Logo | null>;
}

/** How a code is drawn. */
export interface Look {
  options: ImageOptions;
  logo: Logo | null;
}

/** Whether the code of a URL is small enough for a logo at level H, which a covered middle needs. */
export const hasRoomForLogo = (encodedUrl: string): boolean =>
  (symbolSide(encodedUrl, "H") ?? Number.POSITIVE_INFINITY) <= MAX_SIDE_WITH_LOGO;

/** Options as a code can be drawn: with the logo that they ask for at level H, or without one. */
export const withLogo = <Options extends Pick<ImageOptions, "logo" | "level">>(
  options: Options,
  hasLogo: boolean,
): Options => (hasLogo ? { ...options, level: "H" } : { ...options, logo: "none" });

/** How a code is drawn with these options, and with the logo where they ask for one, it has room and there is one. */
export async function lookOf(
  options: ImageOptions,
  encodedUrl: string,
  findLogo: () => Promise<Logo | null>,
): Promise<Look> {
  const logo = options.logo !== "none" && hasRoomForLogo(encodedUrl) ? await findLogo() : null;
  return { options: withLogo(options, logo !== null), logo };
}

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
  project: LookedProject;
}

/** Finds how each of many codes is drawn in its saved style, and asks for what belongs to a project once. */
export function looksOf(format: ImageFormat, { codeStyles, projectLogos }: LookStores) {
  const styles = new Map<string, Promise<CodeStyle>>();
  const logos = new Map<string, Promise<Logo | null>>();
  const once = <Value>(known: Map<string, Promise<Value>>, key: string, find: () => Promise<Value>) => {
    const found = known.get(key) ?? find();
    known.set(key, found);
    return found;
  };
  return async ({ encodedUrl, style: own, project }: LookedAt): Promise<Look> => {
    const ofProject = async () => (await codeStyles.find(project)).style;
    const style = fullStyle(own ?? (await once(styles, project.projectId, ofProject)));
    return lookOf({ ...defaultOptions(format), ...style }, encodedUrl, () =>
      once(logos, project.projectId, () => projectLogos.find(project)),
    );
  };
}
