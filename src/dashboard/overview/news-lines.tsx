/** Links below each other, each with what there is to say of it. */
export const NewsLines = ({
  base,
  lines,
}: {
  /** The path of the organization's screens. */
  base: string;
  lines: readonly { id: string; name: string; text: string }[];
}) => (
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
