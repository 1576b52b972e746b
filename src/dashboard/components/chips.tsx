/** One filter that is in force. */
export interface Chip {
  /** What it goes by, as in "Tag". */
  label: string;
  value: string;
  /** The address of the same screen without this filter. */
  without: string;
}

/** The filters that are in force, each with a link that takes it away. */
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
