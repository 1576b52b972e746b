import { isNearlyUsed, type Quota, type QuotaUse } from "../../../features/writes/quota-check.ts";
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

/** Shows owners the quotas that are nearly used up. */
export const QuotaNotice = ({ uses }: { uses: readonly QuotaUse[] }) => {
  const near = uses.filter(isNearlyUsed);
  if (near.length === 0) return null;
  return (
    <Notice kind="note">
      {near.map(({ quota, used, allowed }) => (
        <p>
          {LABELS[quota]}: {amount(quota, used)} of {amount(quota, allowed)} used.
        </p>
      ))}
      <p>More is rejected. The operator can raise these quotas.</p>
    </Notice>
  );
};

const amount = (quota: Quota, value: number): string =>
  quota === "storedBytes" ? `${count(Math.round(value / 1_000_000))} MB` : count(value);
