import { z } from "zod";
import { addressWith, flag, type Values } from "./values.ts";

/** The sender if none is set; no mail server accepts emails from this address. */
const defaultSender = "shop@localhost";
export const isDefaultSender = (mailFrom: string): boolean => mailFrom === defaultSender;

export const mailVariables = {
  SMTP_URL: addressWith(["smtp:", "smtps:"], "an smtp:// or smtps:// address").optional(),
  MAIL_TO_FILES: flag.default(false),
  MAIL_FROM: z.string().min(3, "must be the shop's email address").default(defaultSender),
  OWNER_MAIL: z
    .string()
    .regex(/^[^\s@]+@[^\s@]+$/, "must be the owner's email address")
    .optional(),
};

export type MailConfig = {
  smtpUrl: string | undefined;
  mailFrom: string;
  /** the recipient of emails about requests that the owner has to answer */
  ownerMail: string | undefined;
};

type MailValues = Values<typeof mailVariables>;

export const mailGaps = ({ SMTP_URL: url, MAIL_TO_FILES: toFiles }: MailValues): string[] =>
  url || toFiles
    ? []
    : ["SMTP_URL must be set in production, or MAIL_TO_FILES=1: then emails are only written to DATA_DIR/outbox"];

export const mailOf = (values: MailValues): MailConfig => ({
  smtpUrl: values.SMTP_URL,
  mailFrom: values.MAIL_FROM,
  ownerMail: values.OWNER_MAIL,
});
