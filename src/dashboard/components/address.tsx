/** An e-mail address or a host, which breaks after its "@" and dots where it has no room, and nowhere within a word. */
export const Address = ({ text }: { text: string }) => (
  <bdi>
    {text.split(/(?<=[@.])/).map((part, index) => (
      <>
        {index > 0 && <wbr />}
        {part}
      </>
    ))}
  </bdi>
);
