import type { LinkAddress } from "../../links/link-addresses.ts";
import { Copyable } from "../components/facts.tsx";

/** The addresses of a link besides the one that it shows, each to be copied: all of them lead, as any may be printed. */
export const OtherAddresses = ({ addresses }: { addresses: readonly LinkAddress[] }) => {
  const others = addresses.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <details>
      <summary>{others.length === 1 ? "One more address" : `${others.length} more addresses`}</summary>
      <p>They lead to the same place for ever.</p>
      {others.map(({ url, kind }, index) => (
        <Copyable
          id={`address-${index + 1}`}
          label={kind === "slug" ? "An earlier address" : "The random address"}
          text={url}
        />
      ))}
    </details>
  );
};
