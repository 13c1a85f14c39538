import { z } from "zod";
import { type AddressConfig, addressesOf, addressGaps, addressVariables, refuseAddresses } from "./config/addresses.ts";
import { type BotCheckService, botCheckOf, botCheckVariables } from "./config/bot-check.ts";
import { type CardForm, cardFormOf, type GatewaySettings, gatewayGaps, gatewayOf, gatewayVariables } from "./config/gateway.ts";
import { type MailConfig, mailGaps, mailOf, mailVariables } from "./config/mail.ts";
import { type MediaConfig, mediaOf, mediaVariables } from "./config/media.ts";
import { type RetentionConfig, retentionOf, retentionVariables } from "./config/retention.ts";
import { type SharedCacheConfig, sharedCacheOf, sharedCacheVariables } from "./config/shared-cache.ts";
import { type SocialConfig, socialOf, socialVariables } from "./config/social.ts";
import { openStorage, type StorageConfig, storageGaps, storageVariables } from "./config/storage.ts";
import { type StoreConfig, storeOf, storeVariables } from "./config/store.ts";
import { type TaxServiceSettings, taxServiceOf, taxVariables } from "./config/tax.ts";
import { type TracingConfig, tracingOf, tracingVariables } from "./config/tracing.ts";
import { ConfigError } from "./config/values.ts";
import { isLoopback } from "./web/network.ts";

export type { BotCheckService } from "./config/bot-check.ts";
export type { CardForm, GatewaySettings } from "./config/gateway.ts";
export type { SocialSettings } from "./config/social.ts";
export type { TaxServiceSettings } from "./config/tax.ts";
export { ConfigError } from "./config/values.ts";

const environment = z.object({
  NODE_ENV: z.enum(["production", "development", "test"], "must be production, development, or test").default("development"),
  ...addressVariables,
  ...storageVariables,
  ...mailVariables,
  ...storeVariables,
  ...gatewayVariables,
  ...taxVariables,
  ...socialVariables,
  ...botCheckVariables,
  ...sharedCacheVariables,
  ...mediaVariables,
  ...tracingVariables,
  ...retentionVariables,
  LOG_LEVEL: z
    .enum(["trace", "debug", "info", "warn", "error", "silent"], "must be trace, debug, info, warn, error, or silent")
    .default("info"),
  MAX_FAILED_SIGN_INS_PER_HOUR: z.coerce
    .number("must be a whole number from 4")
    .int("must be a whole number from 4")
    .min(4, "must be a whole number from 4")
    .default(6000),
  MAX_REQUESTED_EMAILS_PER_HOUR: z.coerce
    .number("must be a whole number from 4")
    .int("must be a whole number from 4")
    .min(4, "must be a whole number from 4")
    .default(2000),
  STORE_FAILPOINT: z.string().optional(),
});

type Environment = z.infer<typeof environment>;

export type Config = AddressConfig &
  StorageConfig &
  MailConfig &
  StoreConfig &
  SocialConfig &
  MediaConfig &
  TracingConfig &
  RetentionConfig & {
    production: boolean;
    /**
     * whether the demo shop's accounts can be used: only if the shop is not in production and no
     * other machine can reach it
     */
    demoAccounts: boolean;
    /** undefined: the shop starts the test gateway */
    gateway: GatewaySettings | undefined;
    cardForm: CardForm;
    /** undefined: the built-in table calculates the tax */
    taxService: TaxServiceSettings | undefined;
    /** days for which the gateway keeps an authorization that is not captured */
    authorizationDays: number;
    /**
     * the number of declined cards within an hour after which payments are refused until the hour
     * has passed. Guests and customers are counted separately
     */
    maxDeclinesPerHour: number;
    /**
     * the number of failed sign-ins within an hour after which passwords are refused until the hour
     * has passed. Strangers and known devices are counted separately
     */
    maxFailedSignInsPerHour: number;
    /**
     * the number of links requested within an hour, for a new password or to an order, after which
     * no link is mailed until the hour has passed. Strangers and known devices are counted
     * separately
     */
    maxRequestedEmailsPerHour: number;
    sharedCache: SharedCacheConfig;
    /** undefined: browsers solve a task, and no external service is used */
    botCheck: BotCheckService | undefined;
    logLevel: Environment["LOG_LEVEL"];
    /** the place at which a test stops the process; never set in production */
    failpoint: string | undefined;
  };

/**
 * Reads and checks the environment once. Throws a ConfigError with one line for each invalid
 * variable.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  // An empty variable counts as absent, since compose files and shells unset variables in this way.
  const variables = Object.fromEntries(Object.entries(env).filter(([, text]) => text !== ""));
  const parsed = environment.safeParse(variables);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  const values = parsed.data;
  const production = values.NODE_ENV === "production";
  if (production) refuseGaps(values);
  refuseAddresses(values, production);
  const storage = openStorage(values, production);
  return {
    production,
    ...addressesOf(values),
    ...storage,
    demoAccounts: !production && isLoopback(values.HOST),
    ...mailOf(values),
    ...storeOf(values, storage.seed),
    gateway: gatewayOf(values),
    cardForm: cardFormOf(values),
    taxService: taxServiceOf(values),
    authorizationDays: values.PAYMENT_AUTHORIZATION_DAYS,
    maxDeclinesPerHour: values.MAX_DECLINES_PER_HOUR,
    maxFailedSignInsPerHour: values.MAX_FAILED_SIGN_INS_PER_HOUR,
    maxRequestedEmailsPerHour: values.MAX_REQUESTED_EMAILS_PER_HOUR,
    ...socialOf(values),
    ...mediaOf(values),
    ...tracingOf(values),
    ...retentionOf(values),
    botCheck: botCheckOf(values),
    sharedCache: sharedCacheOf(values),
    logLevel: values.LOG_LEVEL,
    failpoint: production ? undefined : values.STORE_FAILPOINT,
  };
}

function refuseGaps(values: Environment): void {
  const gaps = [...storageGaps(values), ...addressGaps(values), ...mailGaps(values), ...gatewayGaps(values)];
  if (gaps.length > 0) throw new ConfigError(gaps.join("\n"));
}
