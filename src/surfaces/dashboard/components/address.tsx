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
