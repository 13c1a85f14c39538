import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";

const resetButton = "Reset your password";

/** The emails of an account, each to the address concerned. */
export const identityEmails = {
  verify: emailTemplate({
    kind: "verify-email",
    name: "Confirm your email address",
    to: "shopper",
    when: "Somebody created an account.",
    wording: {
      subject: "Confirm your email address at {shop}",
      heading: "Your account",
      text: [
        "Thank you for creating an account.",
        "Please confirm your email address. Any orders you placed with it as a guest will then appear in your account.",
      ],
      button: "Confirm email address",
      small:
        "The link works for seven days, in the browser where you signed up or are signed in. If you didn’t create an account, you can ignore this email.",
    },
  }),
  signUp: emailTemplate({
    kind: "sign-up",
    name: "Finish creating your account",
    to: "shopper",
    when: "Somebody asked for an account in a browser without scripts.",
    wording: {
      subject: "Finish creating your account at {shop}",
      heading: "Finish creating your account",
      text: ["Someone asked to create an account with this email address. If it was you, one more step finishes it."],
      button: "Create my account",
      small:
        "The link works for 24 hours. On another device, it asks for the password you chose. If this wasn’t you, you can ignore this email, and no account will be created.",
    },
  }),
  signUpKnown: emailTemplate({
    kind: "sign-up-known",
    name: "You already have an account",
    to: "shopper",
    when: "Somebody asked for an account with an address that has one.",
    wording: {
      subject: "You already have an account at {shop}",
      heading: "Your account",
      text: [
        "Someone tried to create an account with this email address, but you already have one.",
        "Sign in with your password, or choose a new one if you forgot it.",
      ],
      button: "Sign in",
      small: "If this wasn’t you, nothing has changed.",
    },
  }),
  reset: emailTemplate({
    kind: "reset",
    name: "Reset your password",
    to: "shopper",
    when: "Somebody asked to reset an account’s password.",
    wording: {
      subject: "Reset your password at {shop}",
      heading: "Reset your password",
      text: [
        "Someone asked to reset the password for your account.",
        "A new password signs out all devices and disconnects accounts at other sites that sign in to yours. Passkeys stay if you keep them, and an authenticator app stays on.",
      ],
      button: "Choose a new password",
      small: "The link is good for one hour and for one change. If this wasn’t you, nothing has changed.",
    },
  }),
  signInLink: emailTemplate({
    kind: "sign-in-link",
    name: "Continue to sign in",
    to: "shopper",
    when: "Somebody asked for a link to sign in, after many wrong passwords.",
    wording: {
      subject: "Continue to sign in at {shop}",
      heading: "Continue to sign in",
      text: [
        "Someone asked for a link to sign in to your account, after many wrong passwords were entered for it.",
        "It leads to the sign-in page. Enter your password there.",
      ],
      button: "Continue to sign in",
      small:
        "The link works once, within an hour, and only together with your password. If this wasn’t you, you can ignore this email.",
    },
  }),
  passwordChanged: emailTemplate({
    kind: "password-changed",
    name: "Your password was changed",
    to: "shopper",
    when: "An account’s password was changed.",
    wording: {
      subject: "Your password was changed at {shop}",
      heading: "Your password was changed",
      text: [
        "The password for your account was changed, and all devices were signed out.",
        "If this wasn’t you, reset your password right away.",
      ],
      button: resetButton,
    },
  }),
  passwordReset: emailTemplate({
    kind: "password-reset",
    name: "Your password was reset",
    to: "shopper",
    when: "An account’s password was set by an emailed link.",
    wording: {
      subject: "Your password was reset at {shop}",
      heading: "Your password was reset",
      text: [
        "Someone chose a new password for your account with a link that we emailed to this address.",
        "All devices were signed out, and accounts at other sites that signed in to yours were disconnected. {passkeys}",
        "An authenticator app stays on. If you have lost it and its recovery codes, sign in with the new password and ask for its removal there.",
        "If this wasn’t you, reset your password right away.",
      ],
      button: resetButton,
    },
    placeholders: {
      passkeys: { about: "How many passkeys were removed, as a sentence", sample: "One passkey was removed.", isRequired: true },
    },
  }),
  linked: emailTemplate({
    kind: "social-linked",
    name: "A provider now signs in to your account",
    to: "shopper",
    when: "An account was linked to one at a provider of social sign-in.",
    wording: {
      subject: "{provider} now signs in to your account at {shop}",
      heading: "{provider} now signs in to your account",
      text: [
        "Someone signed in with {provider} using this email address. That {provider} account can now sign in to yours.",
        "If this wasn’t you, reset your password with the link below. That disconnects all such accounts and signs out all devices.",
      ],
      button: resetButton,
    },
    placeholders: { provider: { about: "The provider’s name", sample: "Example ID", isRequired: true } },
  }),
} as const;

/** Heading, first sentence, and occasion of the email, by the kind of event. */
const changes = {
  "new-device": [
    "New sign-in to your account",
    "Someone signed in to your account on a device that hasn’t been used for it before.",
    "Somebody signed in on a device that is new to the account.",
  ],
  "passkey-added": [
    "A passkey was added to your account",
    "A passkey was added to your account. It can now be used to sign in.",
    "A passkey was added to an account.",
  ],
  "passkey-removed": [
    "A passkey was removed from your account",
    "A passkey was removed from your account. It no longer signs in.",
    "A passkey was removed from an account.",
  ],
  "totp-enabled": [
    "Your authenticator app was turned on",
    "Signing in to your account now also asks for a code from your authenticator app.",
    "An authenticator app was set up for an account.",
  ],
  "totp-disabled": [
    "Your authenticator app was turned off",
    "Signing in to your account no longer asks for a code from your authenticator app.",
    "An account’s authenticator app was turned off.",
  ],
  "totp-removed": [
    "Your authenticator app was removed",
    "Signing in to your account no longer asks for a code from your authenticator app. Someone who gave your password had asked for its removal 24 hours before.",
    "An authenticator app was removed, 24 hours after somebody had asked for that by the password.",
  ],
  "recovery-codes-created": [
    "New recovery codes for your account",
    "New recovery codes were created for your account. The ones before no longer work.",
    "New recovery codes were made for an account.",
  ],
  "recovery-code-used": [
    "A recovery code was used",
    "Someone signed in to your account with one of your recovery codes.",
    "Somebody signed in with a recovery code.",
  ],
} as const;

/** Kinds of events that are mailed at once, besides the kinds that have an email of their own. */
export type MailedChange = keyof typeof changes;

const occasion = {
  about: "The device, where it is known, and the time",
  sample: "Firefox on Windows, on November 25, 2026, at 3:04 PM",
  isRequired: true,
} as const;

/** The email to an account's holder about the removal of an app; its button stops the removal. */
export const totpRemovalEmail = emailTemplate({
  kind: "totp-removal",
  name: "Your authenticator app will be removed",
  to: "shopper",
  when: "Somebody asked for the removal of an account’s authenticator app, by the password.",
  wording: {
    subject: "Your authenticator app will be removed at {shop}",
    heading: "Your authenticator app will be removed",
    text: [
      "Someone who gave your password asked us to remove the authenticator app of your account. It was {occasion}.",
      "The app will be removed on {due}. From then on, your password alone signs in. A sign-in with the app, a passkey, or a recovery code stops this.",
      "If this wasn’t you, keep the app and reset your password right away. A reset stops this, too: it signs out all devices, and the app stays on.",
    ],
    button: "Keep the app",
    small: "The link works once, until the app is removed.",
  },
  placeholders: {
    occasion,
    due: { about: "When the app is removed", sample: "November 26, 2026, at 3:04 PM", isRequired: true },
  },
});

const securityEmail = (change: MailedChange) => {
  const [heading, sentence, when] = changes[change];
  return emailTemplate({
    kind: `security-${change}`,
    name: heading,
    to: "shopper",
    when,
    wording: {
      subject: `${heading} at {shop}`,
      heading,
      text: [
        sentence,
        "It was {occasion}.",
        "If this was you, there is nothing to do. If not, reset your password right away, which signs out all devices. Your settings list what happened lately: {settings}",
      ],
      button: resetButton,
    },
    placeholders: {
      occasion,
      settings: {
        about: "The address of the account’s settings",
        sample: "https://shop.example/storefront/dashboard/settings/",
        isRequired: true,
      },
    },
  });
};

export const mailedChanges = Object.keys(changes) as [MailedChange, ...MailedChange[]];

/** The emails about sign-ins and about changes of the ways to sign in. */
export const securityEmails = Object.fromEntries(mailedChanges.map((change) => [change, securityEmail(change)])) as Record<
  MailedChange,
  ReturnType<typeof securityEmail>
>;

export const identityTemplates: readonly EmailTemplate[] = [
  ...Object.values(identityEmails),
  totpRemovalEmail,
  ...Object.values(securityEmails),
];
