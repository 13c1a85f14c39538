/**
 * The notice after an email was sent: `text`, and without a mail server also where the email is
 * kept.
 */
export const mailNotice = (text: string, { smtpUrl }: { smtpUrl: string | undefined }): string =>
  smtpUrl === undefined
    ? `${text} No mail server is connected yet: the email doesn’t leave the shop, and is kept as a file in its data folder.`
    : text;
