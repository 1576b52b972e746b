/**
 * Names of subdivisions by country and the last part of their codes, as of ISO 3166-2 (https://www.iso.org/obp/ui/). `Intl` has no
 * names of regions. Regions of other countries are not known here.
 */
const REGIONS: Readonly<Record<string, string>> = {
  US:
    "AL Alabama,AK Alaska,AZ Arizona,AR Arkansas,CA California,CO Colorado,CT Connecticut,DE Delaware," +
    "DC District of Columbia,FL Florida,GA Georgia,HI Hawaii,ID Idaho,IL Illinois,IN Indiana,IA Iowa," +
    "KS Kansas,KY Kentucky,LA Louisiana,ME Maine,MD Maryland,MA Massachusetts,MI Michigan,MN Minnesota," +
    "MS Mississippi,MO Missouri,MT Montana,NE Nebraska,NV Nevada,NH New Hampshire,NJ New Jersey," +
    "NM New Mexico,NY New York,NC North Carolina,ND North Dakota,OH Ohio,OK Oklahoma,OR Oregon," +
    "PA Pennsylvania,RI Rhode Island,SC South Carolina,SD South Dakota,TN Tennessee,TX Texas,UT Utah," +
    "VT Vermont,VA Virginia,WA Washington,WV West Virginia,WI Wisconsin,WY Wyoming,AS American Samoa," +
    "GU Guam,MP Northern Mariana Islands,PR Puerto Rico,UM U.S. Outlying Islands,VI U.S. Virgin Islands",
  CA:
    "AB Alberta,BC British Columbia,MB Manitoba,NB New Brunswick,NL Newfoundland and Labrador," +
    "NS Nova Scotia,NT Northwest Territories,NU Nunavut,ON Ontario,PE Prince Edward Island,QC Quebec," +
    "SK Saskatchewan,YT Yukon",
  AU:
    "ACT Australian Capital Territory,NSW New South Wales,NT Northern Territory,QLD Queensland," +
    "SA South Australia,TAS Tasmania,VIC Victoria,WA Western Australia",
  DE:
    "BB Brandenburg,BE Berlin,BW Baden-Württemberg,BY Bavaria,HB Bremen,HE Hesse,HH Hamburg," +
    "MV Mecklenburg-Western Pomerania,NI Lower Saxony,NW North Rhine-Westphalia,RP Rhineland-Palatinate," +
    "SH Schleswig-Holstein,SL Saarland,SN Saxony,ST Saxony-Anhalt,TH Thuringia",
};

/** The names of the known regions by their codes, such as `US-CA`. */
export const REGION_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries(REGIONS).flatMap(([country, regions]) =>
    regions.split(",").map((region): [string, string] => {
      const [part = ""] = region.split(" ", 1);
      return [`${country}-${part}`, region.slice(part.length + 1)];
    }),
  ),
);

/** Whether a code may be that of a region: one of a country whose regions are not known here may be any. */
export const mayBeRegion = (code: string): boolean =>
  REGION_NAMES.has(code) || !Object.hasOwn(REGIONS, code.slice(0, 2));
