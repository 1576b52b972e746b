/** One active filter. */
export interface Chip {
  /** Such as "Tag". */
  label: string;
  value: string;
  /** The URL of the screen without this filter. */
  without: string;
}

/** The active filters, each with a link to remove it. */
export const Chips = ({ chips }: { chips: readonly Chip[] }) =>
  chips.length > 0 ? (
    <ul class="chips" aria-label="Filters">
      {chips.map(({ label, value, without }) => (
        <li class="chip">
          <span>
            {label}: <bdi>{value}</bdi>
          </span>
          <a href={without}>
            <span class="hidden">
              Remove the filter {label}: {value}
            </span>
          </a>
        </li>
      ))}
    </ul>
  ) : null;
