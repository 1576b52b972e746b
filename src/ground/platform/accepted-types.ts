/**
 * Whether an `Accept` header names `mediaType` with a quality no lower than that of `other` (RFC 9110, 12.5.1). Wildcards
 * are ignored.
 */
export function prefers(accept: string | undefined, mediaType: string, other: string): boolean {
  const qualities = qualitiesIn(accept ?? "");
  const quality = qualities.get(mediaType) ?? 0;
  return quality > 0 && quality >= (qualities.get(other) ?? 0);
}

const qualitiesIn = (accept: string): Map<string, number> =>
  new Map(
    accept.split(",").map((range): [string, number] => {
      const [type = "", ...parameters] = range.split(";").map((part) => part.trim().toLowerCase());
      const quality = parameters.find((parameter) => parameter.startsWith("q="));
      return [type, quality === undefined ? 1 : Number(quality.slice(2))];
    }),
  );
