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
