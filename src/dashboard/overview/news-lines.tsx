/** A link, and what there is to say of it. */
export interface NewsLine {
  id: string;
  name: string;
  text: string;
}

/** Links below each other, each with what there is to say of it. `base` is the path of the organization's screens. */
export const NewsLines = ({ base, lines }: { base: string; lines: readonly NewsLine[] }) => (
  <ul class="news">
    {lines.map(({ id, name, text }) => (
      <li data-row="">
        <a href={`${base}/links/${id}`}>
          <bdi>{name}</bdi>
        </a>{" "}
        <span class="quiet">{text}</span>
      </li>
    ))}
  </ul>
);
