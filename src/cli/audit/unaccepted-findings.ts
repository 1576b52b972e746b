import * as z from "zod";

/** What `npm audit --json` says of a package: what is wrong with it itself, and names of packages that bring it in. */
const Report = z.object({
  vulnerabilities: z.record(
    z.string(),
    z.object({
      via: z.array(
        z.union([z.string(), z.object({ url: z.string(), title: z.string(), severity: z.string() })]),
      ),
    }),
  ),
});

/** One accepted finding: its advisory, why it does no harm here, and the day from which that is to be looked at again. */
export const Accepted = z.array(
  z.object({ advisory: z.string().regex(/^GHSA-[\w-]+$/), reason: z.string().min(20), until: z.iso.date() }),
);
export type Accepted = z.infer<typeof Accepted>;

/**
 * The findings of a report that nobody accepted, or whose acceptance has ended, each in a line; null where this is no report,
 * as when the registry could not be asked. `today` is a date such as 2026-11-22.
 */
export function unacceptedFindings(report: unknown, accepted: Accepted, today: string): string[] | null {
  const { success, data } = Report.safeParse(report);
  if (!success) return null;
  const findings = Object.entries(data.vulnerabilities).flatMap(([name, { via }]) =>
    via.flatMap((finding) => (typeof finding === "string" ? [] : [{ name, ...finding }])),
  );
  const known = new Set(accepted.filter(({ until }) => today < until).map(({ advisory }) => advisory));
  return findings
    .filter(({ url }) => !known.has(url.slice(url.lastIndexOf("/") + 1)))
    .map(({ name, severity, title, url }) => `${name}: ${title} (${severity}), ${url}`);
}
