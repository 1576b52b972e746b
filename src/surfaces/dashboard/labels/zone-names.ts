import { isZone } from "../../../ground/core/zone.ts";

/**
 * Zones whose name has changed, as in the file `backward` of the time zone database (https://www.iana.org/time-zones): today's
 * name and the older one. `Intl` accepts both, and names only one of them.
 */
const RENAMED: readonly (readonly [today: string, before: string])[] = [
  ["Africa/Asmara", "Africa/Asmera"],
  ["America/Argentina/Buenos_Aires", "America/Buenos_Aires"],
  ["America/Argentina/Catamarca", "America/Catamarca"],
  ["America/Argentina/Cordoba", "America/Cordoba"],
  ["America/Argentina/Jujuy", "America/Jujuy"],
  ["America/Argentina/Mendoza", "America/Mendoza"],
  ["America/Atikokan", "America/Coral_Harbour"],
  ["America/Indiana/Indianapolis", "America/Indianapolis"],
  ["America/Kentucky/Louisville", "America/Louisville"],
  ["America/Nuuk", "America/Godthab"],
  ["Asia/Ho_Chi_Minh", "Asia/Saigon"],
  ["Asia/Kathmandu", "Asia/Katmandu"],
  ["Asia/Kolkata", "Asia/Calcutta"],
  ["Asia/Makassar", "Asia/Ujung_Pandang"],
  ["Asia/Thimphu", "Asia/Thimbu"],
  ["Asia/Ulaanbaatar", "Asia/Ulan_Bator"],
  ["Asia/Yangon", "Asia/Rangoon"],
  ["Atlantic/Faroe", "Atlantic/Faeroe"],
  ["Europe/Kyiv", "Europe/Kiev"],
  ["Pacific/Chuuk", "Pacific/Truk"],
  ["Pacific/Kanton", "Pacific/Enderbury"],
  ["Pacific/Pohnpei", "Pacific/Ponape"],
];

const OTHER_NAMES = new Map(
  RENAMED.flatMap(([today, before]) => [
    [today, before],
    [before, today],
  ]),
);

const cityOf = (name: string): string => (name.split("/").at(-1) ?? name).replaceAll("_", " ");

/** A zone in a menu. */
export interface ZoneName {
  /** IANA name. */
  name: string;
  /** It begins with the city, by whose first letters a menu finds it: "Kyiv (Kiev) time". */
  label: string;
}

/** A zone with its city, and the city's other name. */
export function zoneName(name: string): ZoneName {
  const other = OTHER_NAMES.get(name);
  const also = other === undefined || cityOf(other) === cityOf(name) ? "" : ` (${cityOf(other)})`;
  return { name, label: name === "UTC" ? name : `${cityOf(name)}${also} time` };
}

/** The time zone of a person's network, if Cloudflare knows it. */
export function likelyZone({ cf }: Request): string | undefined {
  return typeof cf?.timezone === "string" ? cf.timezone : undefined;
}

/** All zones by continent and ocean, without UTC, by city. A renamed zone has both names. */
export function zonesByRegion(): Map<string, ZoneName[]> {
  const known = Intl.supportedValuesOf("timeZone").filter((name) => name.includes("/"));
  const renamed = RENAMED.flat().filter((name) => isZone(name));
  const all = [...new Set([...known, ...renamed])].map(zoneName);
  // Of two names with one city, such as both of Buenos Aires, today's is enough.
  const isRepeated = ({ name }: ZoneName) =>
    RENAMED.some(([today, before]) => before === name && cityOf(today) === cityOf(name) && isZone(today));
  const shown = all.filter((zone) => !isRepeated(zone));
  shown.sort((one, other) => one.label.localeCompare(other.label, "en"));
  const regions = [...new Set(shown.map(({ name }) => name.split("/")[0] ?? name))].sort();
  return new Map(
    regions.map((region) => [region, shown.filter(({ name }) => name.startsWith(`${region}/`))]),
  );
}
