import { hasPublishedProduct } from "../catalog/stock.ts";
import { isConfigured } from "../checkout/configured.ts";
import { listPages } from "../content/content-pages.ts";
import type { Db } from "../db/tables.ts";
import type { RelyingParty } from "../web/relying-party.ts";
import { hasSecondStep } from "./factors.ts";
import { staffSecurityPath } from "./paths.ts";

/** What a shop needs before it sells; `href` leads to where it is done, where a screen does it. */
export type SetupStep = { name: string; about: string; isDone: boolean; href?: string };

type SetupInput = {
  /** undefined: emails are only written to files */
  smtpUrl: string | undefined;
  /** undefined: the test gateway, which charges nobody */
  gateway: unknown;
  staffId: string;
  /** what the staff’s passkeys are made for */
  party: RelyingParty;
};

/** The steps of a new shop, in their order, each with whether it is done. */
export async function setupSteps(db: Db, { smtpUrl, gateway, staffId, party }: SetupInput): Promise<SetupStep[]> {
  const { shipping, tax } = await isConfigured(db);
  return [
    {
      name: "Protect your sign-in",
      about: "Set up an authenticator app or a passkey, so that a password alone doesn’t open the shop.",
      isDone: await hasSecondStep(db, staffId, party),
      href: staffSecurityPath,
    },
    { name: "Publish a product", about: "Without one there is nothing to buy.", isDone: await hasPublishedProduct(db) },
    { name: "Add a shipping method", about: "Checkout can’t go on without one.", isDone: shipping },
    { name: "Set your tax rates", about: "Until then, no tax is collected anywhere.", isDone: tax },
    {
      name: "Write your pages",
      about: "Terms, privacy, shipping, and returns, which the footer links to.",
      isDone: (await listPages(db)).length > 0,
    },
    {
      name: "Send emails",
      about: "Set SMTP_URL. Until then, emails are only written to DATA_DIR/outbox.",
      isDone: smtpUrl !== undefined,
    },
    {
      name: "Take payments",
      about: "Set PAYMENT_GATEWAY_URL. Until then, the test gateway charges nobody.",
      isDone: gateway !== undefined,
    },
  ];
}
