/**
 * The first three digits of the ZIP codes of each area, after the USPS three-digit ZIP code prefix
 * matrix (Labeling List L002, pe.usps.com), by the place of delivery. USPS sorts a few prefixes in
 * a neighbouring state. Some prefixes are shared: 063 with Fishers Island NY, 834 with Alta WY, and
 * those of the Pacific islands. Unused prefixes are missing.
 */
const zipPrefixes = `
AA 340
AE 090-099
AK 995-999
AL 350-352 354-369
AP 962-966
AR 716-729
AS 967
AZ 850-865
CA 900-908 910-928 930-961
CO 800-816
CT 060-069
DC 200 202-205 569
DE 197-199
FL 320-339 341-342 344 346-347 349
FM 969
GA 300-319 398-399
GU 969
HI 967-968
IA 500-528
ID 832-838
IL 600-620 622-629
IN 460-479
KS 660-679
KY 400-427
LA 700-714
MA 010-027 055
MD 206-219
ME 039-049
MH 969
MI 480-499
MN 550-567
MO 630-658
MP 969
MS 386-397
MT 590-599
NC 270-289
ND 580-588
NE 680-693
NH 030-038
NJ 070-089
NM 870-884
NV 889-898
NY 005 063 100-149
OH 430-459
OK 730-732 734-749
OR 970-979
PA 150-196
PR 006-007 009
PW 969
RI 028-029
SC 290-299
SD 570-577
TN 370-385
TX 733 750-799 885
UT 840-847
VA 201 220-246
VI 008
VT 050-054 056-059
WA 980-994
WI 530-549
WV 247-268
WY 820-831 834
`;

/**
 * The first letter of a Canadian postal code, by Canada Post's forward sortation areas
 * (canadapost-postescanada.ca); X is shared by Nunavut and the Northwest Territories.
 */
const firstLetters = `
AB T
BC V
MB R
NB E
NL A
NS B
NT X
NU X
ON K L M N P
PE C
QC G H J
SK S
YT Y
`;

/**
 * Reads a table of areas by prefix: `063` gives CT and NY. A range such as `100-149` means each of
 * its numbers.
 */
function areasByPrefix(table: string): ReadonlyMap<string, readonly string[]> {
  const areas = new Map<string, string[]>();
  for (const [area = "", ...ranges] of table
    .trim()
    .split("\n")
    .map((line) => line.split(" ")))
    for (const prefix of ranges.flatMap(prefixesIn)) areas.set(prefix, [...(areas.get(prefix) ?? []), area]);
  return areas;
}

function prefixesIn(range: string): string[] {
  const [from = "", to = from] = range.split("-");
  if (from === to) return [from];
  return Array.from({ length: Number(to) - Number(from) + 1 }, (_, index) => String(Number(from) + index).padStart(3, "0"));
}

const zipAreas = areasByPrefix(zipPrefixes);
const letterAreas = areasByPrefix(firstLetters);

type Place = { country: string; countryArea: string; postalCode: string };

/**
 * The areas of a tidied postal code if the chosen area is not among them. Empty if the code and the
 * area match, and for an unused code.
 */
export function otherAreas({ country, countryArea, postalCode }: Place): readonly string[] {
  const areas = country === "CA" ? letterAreas.get(postalCode.slice(0, 1)) : zipAreas.get(postalCode.slice(0, 3));
  return areas === undefined || areas.includes(countryArea) ? [] : areas;
}
