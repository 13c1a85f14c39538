import { z } from "zod";
import { addressWith, type Values } from "./values.ts";

export const mailVariables = {
  SMTP_URL: addressWith(["smtp:", "smtps:"], "an smtp:// or smtps:// address").optional(),
  MAIL_FROM: z.string().min(3, "must be the shop's email address").default("shop@localhost"),
  OWNER_MAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be the owner's email address")
    .optional(),
};

export type MailConfig = {
  smtpUrl: string | undefined;
  mailFrom: string;
  /** receives emails about requests that the owner has to answer */
  ownerMail: string | undefined;
};

export const mailOf = (values: Values<typeof mailVariables>): MailConfig => ({
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  ownerMail: values.OWNER_MAIL,
});
