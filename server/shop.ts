import type { Logger } from "pino";
import type { ViewCounts } from "./catalog/views.ts";
import type { TaxService } from "./checkout/tax-service.ts";
import type { Config } from "./config.ts";
import type { HeldSettings } from "./content/held-settings.ts";
import type { RedirectUses } from "./content/redirect-uses.ts";
import type { Dates } from "./dates.ts";
import type { OutageLog } from "./db/outage-log.ts";
import type { Db } from "./db/tables.ts";
import type { Social } from "./identity/social/providers.ts";
import type { FindWording } from "./jobs/compose-email.ts";
import type { Mail } from "./jobs/mail.ts";
import type { FindOwners } from "./jobs/mail-owner.ts";
import type { ImageGenerator } from "./media/image-generator.ts";
import type { MediaStore } from "./media/media-store.ts";
import type { Gateway } from "./payments/gateways/gateway.ts";
import type { KeptAssets } from "./web/assets/kept-assets.ts";
import type { CountRequest, LogRequest } from "./web/log.ts";
import type { PageCache } from "./web/page-cache.ts";
import type { Render, RenderPart } from "./web/view.ts";
import type { Visitor } from "./web/visitor.ts";

/** The parts of an open shop, passed to every route and job. */
export type Shop = {
  config: Config & { publicUrl: string };
  db: Db;
  engine: "sqlite" | "postgres";
  /** ms since 1970; the only clock of the shop */
  now: () => number;
  /** shows dates in the shop's current time zone */
  dates: Dates;
  log: Logger;
  /** logs failures while the database does not respond, with one line for many failures */
  outages: OutageLog;
  /** writes the log line of one request */
  logRequest: LogRequest;
  /** counts requests; absent without metrics */
  countRequest?: CountRequest;
  gateway: Gateway;
  /**
   * gives up the gateway's page on which a checkout is being paid; false if there is none, or its
   * payment is still undecided
   */
  leavePage: (visitor: Visitor, checkoutId: string) => Promise<boolean>;
  /** undefined: the built-in table calculates the tax */
  tax: TaxService | undefined;
  /** the store of pictures */
  media: MediaStore;
  mail: Mail;
  /** finds the owner's current wording of an email */
  wordingOf: FindWording;
  /** finds the recipients of a kind of email to the owner */
  ownersOf: FindOwners;
  social: Social;
  /** draws a picture that is not stored */
  generateImage: ImageGenerator;
  render: Render;
  /** renders a template without a page around it, such as an email's */
  renderPart: RenderPart;
  /** the owner's settings, and values derived from them that all pages show */
  settings: HeldSettings;
  /** static files of this build and of earlier builds */
  assets: KeptAssets;
  pages: PageCache;
  /** a number that changes when any process has changed pages of the catalogue */
  catalogVersion: () => number;
  viewCounts: ViewCounts;
  redirectUses: RedirectUses;
  /** throws while the database does not respond */
  ping: () => Promise<void>;
  /** whether the process is about to end, so that load balancers should send it no requests */
  isDraining: () => boolean;
  /** makes the queue look for jobs at once, after a commit that enqueued some */
  notifyWorker: () => void;
  /** named places where a test can stop or interleave the shop; does nothing outside tests */
  failpoint: (name: string) => Promise<void>;
};
