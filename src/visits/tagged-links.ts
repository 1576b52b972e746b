import type { ReportSubject } from "./report-store.ts";
import type { LinkProjects } from "./rows-store.ts";

/** Gives the links of projects that have a tag now. May throw `service_unavailable`. */
export type FindTagged = (
  subject: { organizationId: string; projects: "all" | readonly string[] },
  tag: string,
) => Promise<LinkProjects>;

/** The links that have the tag of a filter; null where it names none. May throw `service_unavailable`. */
export async function linksOf(
  subject: Omit<ReportSubject, "links">,
  findTagged: FindTagged,
): Promise<LinkProjects | null> {
  const { tag } = subject.filter;
  return tag === null ? null : findTagged(subject, tag);
}
