/** An e-mail address, which breaks after its "@" where it has no room, or a host, which breaks after its dots. */
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
