import type { LinkAddress } from "../../links/link-addresses.ts";
import { Copyable } from "../components/facts.tsx";

/** The addresses of a link besides the one that it shows, each to be copied and with its code: any of them may be printed. */
export const OtherAddresses = ({ path, addresses }: { path: string; addresses: readonly LinkAddress[] }) => {
  const others = addresses.filter(({ current }) => !current);
  if (others.length === 0) return null;
  return (
    <details class="addresses">
      <summary>{others.length === 1 ? "One more address" : `${others.length} more addresses`}</summary>
      <p>They lead to the same place for ever.</p>
      {others.map(({ url, kind }, index) => (
        <div class="address">
          <Copyable
            id={`address-${index + 1}`}
            label={kind === "slug" ? `Earlier address ${index + 1}` : "The random address"}
            text={url}
          />
          <AddressCode path={path} url={url} />
        </div>
      ))}
    </details>
  );
};

const AddressCode = ({ path, url }: { path: string; url: string }) => {
  const name = url.slice(url.lastIndexOf("/") + 1);
  const image = `${path}/addresses/${name}.svg`;
  return (
    <a href={image} download={`${name}.svg`}>
      <img src={image} alt={`Download the QR code of ${name}`} width="72" height="72" loading="lazy" />
    </a>
  );
};
