import { isNearlyUsed, type Quota, type QuotaUse } from "../../quotas/quota.ts";
import { count } from "../charts/numbers.ts";
import { Notice } from "../components/notice.tsx";

/** What each quota counts, as a heading of a number. */
const LABELS: Record<Quota, string> = {
  storedBytes: "Stored data",
  linksPerDay: "Links created today (UTC)",
  codesPerLink: "QR codes of a link",
  projects: "Projects",
  keys: "Active API keys",
  domains: "Domains",
};

/** Tells owners which quotas are used for the most part, and nothing where none is. */
export const QuotaNotice = ({ uses }: { uses: readonly QuotaUse[] }) => {
  const near = uses.filter(isNearlyUsed);
  if (near.length === 0) return null;
  return (
    <Notice kind="note">
      {near.map(({ quota, used, allowed }) => (
        <p>
          {LABELS[quota]}: {amount(quota, used)} of {amount(quota, allowed)} are used.
        </p>
      ))}
      <p>What goes beyond is refused. Whoever operates the service can raise these quotas.</p>
    </Notice>
  );
};

const amount = (quota: Quota, value: number): string =>
  quota === "storedBytes" ? `${count(Math.round(value / 1_000_000))} MB` : count(value);
