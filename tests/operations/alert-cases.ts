/**
 * Values of some series, a minute apart, in promtool's notation: `0+2x9` counts up by two nine
 * times.
 */
type Series = Readonly<Record<string, string>>;

export type AlertCase = {
  alert: string;
  /** series with which the alert fires at the time `at` */
  fires: Series;
  at: string;
  /** a time at which the alert does not fire yet */
  before: string;
  /** series with which no alert ever fires */
  quiet: Series;
};

const here = 'job="storefront",instance="one"';
const requests = (status: string) => `storefront_http_requests_total{${here},method="GET",route="/",status="${status}"}`;
const durations = (route: string, le: string) =>
  `storefront_http_request_duration_seconds_bucket{${here},route="${route}",le="${le}"}`;
const payments = (outcome: string) => `storefront_payments_total{${here},outcome="${outcome}"}`;
const attempts = (state: string) => `storefront_payment_attempts{${here},state="${state}"}`;
const jobs = (lane: string, state: string) => `storefront_jobs{${here},lane="${lane}",state="${state}"}`;
const age = (lane: string) => `storefront_job_age_seconds{${here},lane="${lane}"}`;
const limit = (effect: string) => `storefront_shop_limit_ratio{${here},limit="declined cards",group="guests",effect="${effect}"}`;
const pages = (result: string) => `storefront_page_cache_answers_total{${here},result="${result}"}`;

const refused = (name: string) => `storefront_overload_refusals_total{${here},class="${name}",route="/"}`;
const file = (name: string) => `storefront_database_file_bytes{${here},file="${name}"}`;

/** Of a hundred requests a minute, ten take more than a second. */
const slow = (route: string): Series => ({
  [durations(route, "0.5")]: "0+10x40",
  [durations(route, "1")]: "0+90x40",
  [durations(route, "2.5")]: "0+100x40",
  [durations(route, "+Inf")]: "0+100x40",
});
/** Ten thousand requests a minute, which are all answered at once. */
const quick = (route: string): Series =>
  Object.fromEntries(["0.5", "1", "2.5", "+Inf"].map((le) => [durations(route, le), "0+10000x40"]));

export const alertCases: readonly AlertCase[] = [
  {
    alert: "StorefrontDown",
    fires: { [`up{${here}}`]: "1x5 0x20" },
    at: "10m",
    before: "7m",
    quiet: { 'up{job="other",instance="one"}': "0x40", [`up{${here}}`]: "1x40" },
  },
  {
    alert: "StorefrontDatabaseDown",
    fires: { [`storefront_database_up{${here}}`]: "1x5 0x20" },
    at: "9m",
    before: "6m",
    quiet: { [`storefront_database_up{${here}}`]: "1 0 1 0 1x36" },
  },
  {
    alert: "StorefrontErrors",
    fires: { [requests("500")]: "0+2x40", [requests("200")]: "0+98x40" },
    at: "15m",
    before: "4m",
    quiet: { [requests("500")]: "0+1x40", [requests("404")]: "0+100x40", [requests("200")]: "0+100x40" },
  },
  {
    alert: "StorefrontSlow",
    fires: slow("/storefront/"),
    at: "16m",
    before: "8m",
    quiet: { ...slow("/storefront/checkout/payment"), ...quick("/storefront/") },
  },
  {
    alert: "StorefrontPaymentsFail",
    fires: { [payments("failed")]: "0x3 1+1x4 5x30", [payments("paid")]: "0+9x40" },
    at: "10m",
    before: "5m",
    quiet: { [payments("failed")]: "0x3 1 2x36", [payments("paid")]: "0+9x40" },
  },
  {
    alert: "StorefrontPaymentsUndecided",
    fires: { [attempts("unknown")]: "0x5 1x35" },
    at: "25m",
    before: "15m",
    quiet: { [attempts("created")]: "1x40", [attempts("unknown")]: "0x5 1x10 0x5 1x10 0x10" },
  },
  {
    alert: "StorefrontManyDeclines",
    fires: { [payments("declined")]: "0+10x40", [payments("paid")]: "0+2x40" },
    at: "20m",
    before: "8m",
    quiet: { [payments("declined")]: "0+10x40", [payments("paid")]: "0+20x40" },
  },
  {
    alert: "StorefrontShopLimitNear",
    fires: { [limit("work")]: "0.1x3 0.8x37" },
    at: "6m",
    before: "2m",
    quiet: { [limit("work")]: "0.79x40", [limit("refusal")]: "0.9x40" },
  },
  {
    alert: "StorefrontMoneyLate",
    fires: { [age("money")]: "0+60x40" },
    at: "25m",
    before: "18m",
    quiet: { [age("money")]: "900x40", [age("upkeep")]: "90000x40" },
  },
  {
    alert: "StorefrontEmailLate",
    fires: { [age("mail")]: "3500+60x40" },
    at: "12m",
    before: "5m",
    quiet: { [age("mail")]: "3600x40" },
  },
  {
    alert: "StorefrontJobsFailed",
    fires: { [jobs("mail", "failed")]: "0x3 1x37" },
    at: "6m",
    before: "2m",
    quiet: { [jobs("mail", "failed")]: "0x40", [jobs("mail", "waiting")]: "90x40" },
  },
  {
    alert: "StorefrontConnectionsExhausted",
    fires: { [`storefront_database_connections_waiting{${here}}`]: "0x3 2x37" },
    at: "12m",
    before: "7m",
    quiet: { [`storefront_database_connections_waiting{${here}}`]: "0x3 2x3 0x3 2x3 0x28" },
  },
  {
    alert: "StorefrontEventLoopBlocked",
    fires: { [`nodejs_eventloop_lag_p99_seconds{${here}}`]: "0.1x3 0.6x37" },
    at: "12m",
    before: "7m",
    quiet: {
      [`nodejs_eventloop_lag_p99_seconds{${here}}`]: "0.5x40",
      'nodejs_eventloop_lag_p99_seconds{job="other",instance="one"}': "0.9x40",
    },
  },
  {
    alert: "StorefrontPagesNotCached",
    fires: { [pages("made")]: "0+600x40", [pages("memory")]: "0+300x40" },
    at: "25m",
    before: "12m",
    quiet: { [pages("made")]: "0+600x40", [pages("memory")]: "0+900x40" },
  },
  {
    alert: "StorefrontCheckoutsRefused",
    fires: { [refused("checkout")]: "0+3x40" },
    at: "12m",
    before: "4m",
    quiet: { [refused("checkout")]: "0+3x4 12x36", [refused("catalog")]: "0+90x40" },
  },
  {
    alert: "StorefrontDatabaseLogGrows",
    fires: { [file("log")]: "2e9x40" },
    at: "20m",
    before: "10m",
    quiet: { [file("log")]: "1e9x40", [file("data")]: "9e9x40" },
  },
];
