/** An environment in which production starts: behind one proxy with https, with mails in files. */
export const production = {
  NODE_ENV: "production",
  SESSION_SECRET: "a secret of more than thirty-two characters",
  ALLOW_TEST_GATEWAY: "1",
  MAIL_TO_FILES: "1",
  PUBLIC_URL: "https://shop.example",
  TRUST_PROXY: "1",
} as const;

/** A production environment without a proxy, on plain http. */
export const plainProduction = { ...production, PUBLIC_URL: "http://localhost", TRUST_PROXY: "0" } as const;
