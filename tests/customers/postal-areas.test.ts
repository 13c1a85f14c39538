import { describe, expect, test } from "vitest";
import { countries } from "../../server/customers/rules/areas.ts";
import { otherAreas } from "../../server/customers/rules/postal-areas.ts";

const zip = (countryArea: string, postalCode: string) => otherAreas({ country: "US", countryArea, postalCode });
const canadian = (countryArea: string, postalCode: string) => otherAreas({ country: "CA", countryArea, postalCode });

/**
 * Post offices of every area: usually the first and the last one, and those that are easily missed.
 */
const offices: Record<string, readonly string[]> = {
  AA: ["34002"],
  AE: ["09012", "09601", "09898"],
  AK: ["99501", "99950"],
  AL: ["35004", "36925"],
  AP: ["96201", "96349", "96677"],
  AR: ["71601", "72959"],
  AS: ["96799"],
  AZ: ["85001", "86556"],
  CA: ["90001", "96161", "95814"],
  CO: ["80001", "81658"],
  CT: ["06001", "06320", "06928"],
  DC: ["20001", "20301", "20500", "56901"],
  DE: ["19701", "19980"],
  FL: ["32004", "34997", "33101", "34102"],
  FM: ["96941"],
  GA: ["30001", "31999", "39813", "39901"],
  GU: ["96910"],
  HI: ["96701", "96898"],
  IA: ["50001", "51501", "52809"],
  ID: ["83201", "83402", "83877"],
  IL: ["60001", "62999"],
  IN: ["46001", "47130", "47997"],
  KS: ["66002", "67954"],
  KY: ["40003", "42788", "42223"],
  LA: ["70001", "71497"],
  MA: ["01001", "02791", "05501"],
  MD: ["20601", "21930"],
  ME: ["03901", "04992"],
  MH: ["96960"],
  MI: ["48001", "49971"],
  MN: ["55001", "56763"],
  MO: ["63001", "65899"],
  MP: ["96950"],
  MS: ["38601", "39776"],
  MT: ["59001", "59937"],
  NC: ["27006", "28909"],
  ND: ["58001", "58856"],
  NE: ["68001", "69367"],
  NH: ["03031", "03897"],
  NJ: ["07001", "08989"],
  NM: ["87001", "88439"],
  NV: ["88901", "89883"],
  NY: ["00501", "06390", "10001", "14925"],
  OH: ["43001", "45999"],
  OK: ["73001", "73401", "74966"],
  OR: ["97001", "97920"],
  PA: ["15001", "19640"],
  PR: ["00601", "00795", "00988"],
  PW: ["96940"],
  RI: ["02801", "02940"],
  SC: ["29001", "29945"],
  SD: ["57001", "57799"],
  TN: ["37010", "38589"],
  TX: ["73301", "75001", "79999", "88510"],
  UT: ["84001", "84791"],
  VA: ["20101", "20166", "22002", "24658"],
  VI: ["00801", "00851"],
  VT: ["05001", "05495", "05907"],
  WA: ["98001", "99403"],
  WI: ["53001", "54990", "54016"],
  WV: ["24701", "26886"],
  WY: ["82001", "83128", "83414"],
};

describe("ZIP codes and states", () => {
  test("every area that can be chosen has post offices in the table, each in its own area", () => {
    const areas = countries.find(({ code }) => code === "US")?.areas.map(({ code }) => code) ?? [];
    expect(areas.filter((area) => !offices[area])).toEqual([]);
    const strangers = Object.entries(offices).flatMap(([area, codes]) => codes.filter((code) => zip(area, code).length > 0));
    expect(strangers).toEqual([]);
  });

  test.each([
    ["NY", "78701", ["TX"]],
    ["TX", "10001-1234", ["NY"]],
    ["NH", "05501", ["MA"]],
    ["NH", "06390", ["CT", "NY"]],
    ["OK", "73301", ["TX"]],
    ["NM", "88510", ["TX"]],
    ["MS", "39813", ["GA"]],
    ["FL", "34002", ["AA"]],
    ["CA", "96349", ["AP"]],
    ["HI", "96910", ["FM", "GU", "MH", "MP", "PW"]],
    ["MD", "20001", ["DC"]],
    ["WA", "00601", ["PR"]],
  ])("%s with %s: it is in %j", (area, code, areas) => {
    expect(zip(area, code)).toEqual(areas);
  });

  test("a prefix that nobody has says nothing", () => {
    expect([zip("TX", "00099"), zip("TX", "00401"), zip("TX", "34300"), zip("TX", "69999")]).toEqual([[], [], [], []]);
  });
});

describe("Canadian postal codes and provinces", () => {
  test("each province has its letters", () => {
    const own = {
      AB: "T",
      BC: "V",
      MB: "R",
      NB: "E",
      NL: "A",
      NS: "B",
      NT: "X",
      NU: "X",
      PE: "C",
      SK: "S",
      YT: "Y",
      ON: "KLMNP",
      QC: "GHJ",
    };
    const areas = countries.find(({ code }) => code === "CA")?.areas.map(({ code }) => code) ?? [];
    expect(areas.sort()).toEqual(Object.keys(own).sort());
    for (const [area, letters] of Object.entries(own))
      for (const letter of letters) expect(canadian(area, `${letter}1A 0B1`)).toEqual([]);
  });

  test("another province's letter names it, and a letter of none says nothing", () => {
    expect([canadian("ON", "V6B 1A1"), canadian("BC", "X1A 0B1"), canadian("BC", "Z1A 0B1")]).toEqual([["BC"], ["NT", "NU"], []]);
  });
});
