import { hasOwnCategories } from "../../catalog/categories.ts";
import { hasStateRules } from "../../catalog/state-records.ts";
import { hasPublishedProduct } from "../../catalog/stock.ts";
import { isConfigured } from "../../checkout/configured.ts";
import { isDefaultSender } from "../../config/mail.ts";
import { listPages } from "../../content/content-pages.ts";
import type { Db } from "../../db/tables.ts";
import type { RelyingParty } from "../../web/relying-party.ts";
import {
  staffCategoriesPath,
  staffEmailRecipientsPath,
  staffImportsPath,
  staffNewProductPath,
  staffPagesPath,
  staffPeoplePath,
  staffRulesPath,
  staffSecurityPath,
  staffSettingsPath,
  staffStatesPath,
} from "../paths.ts";
import { listPeople } from "../people/people.ts";
import { hasSecondStep } from "./factors.ts";

type Screen = { name: string; href: string };

/**
 * A step that a shop needs before it sells. `href` leads to the step's screen, if there is one, and
 * `also` to further screens. An optional step is not needed by every shop.
 */
export type SetupStep = {
  name: string;
  about: string;
  isDone: boolean;
  isOptional?: true;
  href?: string;
  also?: readonly Screen[];
};

/**
 * The addresses of pages of text on which shoppers look for the information that the law requires.
 */
const neededPages = ["terms", "privacy", "shipping", "returns"];

const repliesGo = "Shoppers’ replies go to the contact email in the settings, or else to MAIL_FROM.";

type SetupInput = {
  /** the name in the settings or the configuration; undefined if there is none */
  storeName: string | undefined;
  /** undefined: emails are only written to files */
  smtpUrl: string | undefined;
  /** the sender of emails */
  mailFrom: string;
  /** undefined: the test gateway, which charges nobody */
  gateway: unknown;
  staffId: string;
  /** the relying party of the staff’s passkeys */
  party: RelyingParty;
};

/**
 * The step of protecting other people's accounts. It is done if nobody else signs in with a
 * password alone, and absent if there is nobody else.
 */
async function protectingOthers(db: Db, staffId: string, party: RelyingParty): Promise<SetupStep[]> {
  const others = (await listPeople(db)).filter(({ id, hasJoined }) => id !== staffId && hasJoined);
  if (others.length === 0) return [];
  const areProtected = await Promise.all(others.map(({ id }) => hasSecondStep(db, id, party)));
  return [
    {
      name: "Protect the sign-ins of others",
      about: "Somebody of the staff still signs in with a password alone. Ask them to set up an app or a passkey.",
      isDone: areProtected.every(Boolean),
      href: staffPeoplePath,
    },
  ];
}

/** The steps of a new shop in their order, and whether each is done. */
export async function setupSteps(
  db: Db,
  { storeName, smtpUrl, mailFrom, gateway, staffId, party }: SetupInput,
): Promise<SetupStep[]> {
  const { zones, methods, tax } = await isConfigured(db);
  const slugs = new Set((await listPages(db)).map(({ slug }) => slug));
  const missingPages = neededPages.filter((slug) => !slugs.has(slug));
  const hasProduct = await hasPublishedProduct(db);
  return [
    {
      name: "Protect your own sign-in",
      about: "Set up an authenticator app or a passkey, so that a password alone doesn’t open the shop.",
      isDone: await hasSecondStep(db, staffId, party),
      href: staffSecurityPath,
    },
    ...(await protectingOthers(db, staffId, party)),
    {
      name: "Name your shop",
      about: "The name stands on every page and in every email.",
      isDone: storeName !== undefined,
      href: staffSettingsPath,
    },
    {
      name: "Choose your categories",
      about: "Keep those that you sell, remove the others, and add your own. Each has a page of its own in the shop.",
      isDone: hasProduct || (await hasOwnCategories(db)),
      href: staffCategoriesPath,
    },
    {
      name: "Publish a product",
      about: "Without one there is nothing to buy. A file brings many at once.",
      isDone: hasProduct,
      href: staffNewProductPath,
      also: [{ name: "Import", href: staffImportsPath }],
    },
    {
      name: "Set up shipping zones",
      about: "Where prices or days differ by state. Without zones, a method ships to all of its countries.",
      isDone: zones,
      isOptional: true,
      href: staffRulesPath("zones"),
    },
    {
      name: "Add a shipping method",
      about: "Checkout can’t go on without one that is turned on.",
      isDone: methods,
      href: staffRulesPath("methods"),
    },
    {
      name: "Set your tax rates",
      about: "Until then, no tax is collected anywhere.",
      isDone: tax,
      href: staffRulesPath("taxes"),
    },
    {
      name: "Say what may not be sold where",
      about: "Where a state forbids a category or a product. Without rules, everything is sold everywhere.",
      isDone: await hasStateRules(db),
      isOptional: true,
      href: staffStatesPath,
    },
    {
      name: "Write your pages",
      about: `The footer and the checkout link to them. Still missing: ${missingPages.join(", ")}.`,
      isDone: missingPages.length === 0,
      href: staffPagesPath,
    },
    {
      name: "Send emails",
      about:
        smtpUrl === undefined
          ? `Ask whoever runs your server to connect a mail server: SMTP_URL with its address, user, and password, and MAIL_FROM with the address that emails come from. Until then, no email leaves the shop: emails are kept as files in its data folder. ${repliesGo}`
          : `Ask whoever runs your server to set MAIL_FROM to an address of your shop’s. Until then, emails come from ${mailFrom}, which other mail servers refuse. ${repliesGo}`,
      isDone: smtpUrl !== undefined && !isDefaultSender(mailFrom),
      also: [
        { name: "Who gets emails about orders", href: staffEmailRecipientsPath },
        { name: "Contact email", href: staffSettingsPath },
      ],
    },
    {
      name: "Take payments",
      about:
        "Ask whoever runs your server to connect your card processor: PAYMENT_GATEWAY with its name, PAYMENT_GATEWAY_SECRET with its key, and, where it has them, PAYMENT_GATEWAY_LOGIN, PAYMENT_GATEWAY_WEBHOOK_SECRET, and PAYMENT_GATEWAY_URL. Until then, the test gateway takes test cards alone, and nobody is charged.",
      isDone: gateway !== undefined,
    },
  ];
}
