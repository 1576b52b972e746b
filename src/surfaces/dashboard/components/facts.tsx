import type { Child } from "hono/jsx";
import { type Color, screenColor } from "../../../ground/core/colors.ts";
import { useLocale } from "../layout/locale.tsx";
import { dateAndClock } from "./dates.ts";

/** Names and values. Facts without a value are left out. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, Child])[] }) => (
  <dl class="facts">
    {facts
      .filter(([, value]) => value !== null && value !== undefined && value !== "" && value !== false)
      .map(([name, value]) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);

/** A small square of a color. */
export const Swatch = ({ color }: { color: Color }) => (
  <svg class="swatch" viewBox="0 0 1 1" width="18" height="18" aria-hidden="true">
    <rect width="1" height="1" fill={screenColor(color)} />
  </svg>
);

/** A time on the clocks of the page's zone; `date` leaves out the time of day. Null is shown as `none`. */
export const Time = ({
  at,
  date = false,
  none = "Never",
}: {
  at: string | null;
  date?: boolean;
  none?: string;
}) => {
  if (at === null) return <span class="quiet">{none}</span>;
  const [day, clock] = dateAndClock(new Date(at), useLocale());
  return (
    <time datetime={at}>
      <span>
        {day}
        {!date && ","}
      </span>
      {!date && (
        <>
          {" "}
          <span>{clock}</span>
        </>
      )}
    </time>
  );
};

/** Text to copy, such as a key or a command. URLs may break after their host. The button needs a script. */
export const Copyable = ({ id, label, text }: { id: string; label: string; text: string }) => (
  <div class="copyable">
    <p class="label" id={`${id}-label`}>
      {label}
    </p>
    {/* Long text scrolls sideways, also by keyboard, so this is a named region that takes the focus. */}
    <section class="code" tabindex={0} aria-labelledby={`${id}-label`}>
      <code id={id}>
        {text.split(/(?<=^https?:\/\/[^/\s]+\/)(?=\S*$)/).map((part, index) => (
          <>
            {index > 0 && <wbr />}
            {part}
          </>
        ))}
      </code>
    </section>
    <CopyButton of={id} />
  </div>
);

/** Copies a text, or that of the element `of`. It needs a script. */
export const CopyButton = ({ of, text, small }: { of?: string; text?: string; small?: boolean }) => (
  <>
    <button
      type="button"
      class={small ? "button plain small" : "button plain"}
      data-copy={of}
      data-copy-text={text}
      hidden
    >
      Copy
    </button>
    <span class="hidden" role="status" />
  </>
);

/** JSON of a caller, folded. It scrolls sideways, also by keyboard. */
export const FoldedJson = ({ label, value }: { label: string; value: unknown }) => (
  <details>
    <summary>{label}</summary>
    <section class="code" tabindex={0} aria-label={label}>
      {JSON.stringify(value, null, 2)}
    </section>
  </details>
);

/** An email address, which may break after "@", or a host, which may break after its dots. */
export const Address = ({ text }: { text: string }) => (
  <bdi>
    {text.split(text.includes("@") ? /(?<=@)/ : /(?<=\.)/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </bdi>
);

/** The host of a destination, without www. A path is a page of ours. */
export const hostOf = (destination: string): string =>
  destination.startsWith("/")
    ? "our page"
    : (URL.parse(destination)?.host.replace(/^www\./, "") ?? destination);
