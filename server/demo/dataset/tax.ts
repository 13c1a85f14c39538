type DemoTaxRate = { country: "US" | "CA"; area: string; ratePpm: number };

/**
 * General sales tax of each state, in parts per million of the price; states that are not named
 * have none.
 */
const states: Readonly<Record<string, number>> = {
  AL: 40_000,
  AR: 65_000,
  AZ: 56_000,
  CA: 72_500,
  CO: 29_000,
  CT: 63_500,
  DC: 60_000,
  FL: 60_000,
  GA: 40_000,
  HI: 40_000,
  IA: 60_000,
  ID: 60_000,
  IL: 62_500,
  IN: 70_000,
  KS: 65_000,
  KY: 60_000,
  LA: 50_000,
  MA: 62_500,
  MD: 60_000,
  ME: 55_000,
  MI: 60_000,
  MN: 68_750,
  MO: 42_250,
  MS: 70_000,
  NC: 47_500,
  ND: 50_000,
  NE: 55_000,
  NJ: 66_250,
  NM: 48_750,
  NV: 68_500,
  NY: 40_000,
  OH: 57_500,
  OK: 45_000,
  PA: 60_000,
  RI: 70_000,
  SC: 60_000,
  SD: 42_000,
  TN: 70_000,
  TX: 62_500,
  UT: 61_000,
  VA: 53_000,
  VT: 60_000,
  WA: 65_000,
  WI: 50_000,
  WV: 60_000,
  WY: 40_000,
};

/** Federal and provincial tax together. */
const provinces: Readonly<Record<string, number>> = {
  AB: 50_000,
  BC: 120_000,
  MB: 120_000,
  NB: 150_000,
  NL: 150_000,
  NS: 140_000,
  NT: 50_000,
  NU: 50_000,
  ON: 130_000,
  PE: 150_000,
  QC: 149_750,
  SK: 110_000,
  YT: 50_000,
};

const rates = (country: DemoTaxRate["country"], areas: Readonly<Record<string, number>>): DemoTaxRate[] =>
  Object.entries(areas).map(([area, ratePpm]) => ({ country, area, ratePpm }));

export const taxRates: readonly DemoTaxRate[] = [...rates("US", states), ...rates("CA", provinces)];
