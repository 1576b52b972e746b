/** The quality that an `Accept` header gives a media type by name (RFC 9110, 12.5.1); 0 without. Wildcards are ignored. */
export function qualityOf(accept: string, mediaType: string): number {
  const qualities = new Map(
    accept.split(",").map((range): [string, number] => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
  return qualities.get(mediaType) ?? 0;
}
