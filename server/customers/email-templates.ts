import { type EmailTemplate, emailTemplate } from "../jobs/rules/email-template.ts";

/** The emails about an account's address, and about the closing of an account. */
export const customerEmails = {
  confirmAddress: emailTemplate({
    kind: "change-email",
    name: "Confirm your new email address",
    to: "shopper",
    when: "Somebody entered another address for an account; to the new one.",
    wording: {
      subject: "Confirm your new email address at {shop}",
      heading: "Confirm your new email address",
      text: [
        "Please confirm that this is your account’s new email address.",
        "Until then, keep signing in with your old address. Once you confirm, all devices are signed out.",
      ],
      button: "Confirm email address",
      small: "The link works once, within 24 hours. If this wasn’t you, you can ignore this email.",
    },
  }),
  addressTaken: emailTemplate({
    kind: "change-email-taken",
    name: "Your email address",
    to: "shopper",
    when: "Somebody entered an address that another account has; to that account.",
    wording: {
      subject: "Someone entered your email address at {shop}",
      heading: "Your email address",
      text: [
        "Someone asked to use this email address for another account. Your account already uses it, so nothing has changed.",
      ],
      button: "Sign in",
      small: "If this was you, sign in with this address. If not, you can ignore this email.",
    },
  }),
  addressChanging: emailTemplate({
    kind: "email-changing",
    name: "Your email address is changing",
    to: "shopper",
    when: "Somebody entered another address for an account; to the old one.",
    wording: {
      subject: "Your email address is changing at {shop}",
      heading: "Your email address is changing",
      text: [
        "Someone asked to change your account’s email address to {new address}.",
        "All devices were signed out. Keep signing in with this address until the link we sent to the new one is opened.",
        "If this wasn’t you, keep this address and choose a new password right away.",
      ],
      button: "Keep this address",
      small: "The link works once, for seven days, also after the change.",
    },
    placeholders: { "new address": { about: "The address that was entered", sample: "new@example.com", isRequired: true } },
  }),
  addressChanged: emailTemplate({
    kind: "email-changed",
    name: "Your email address was changed",
    to: "shopper",
    when: "An account’s new address was confirmed; to the old one.",
    wording: {
      subject: "Your email address was changed at {shop}",
      heading: "Your email address was changed",
      text: [
        "Your account’s email address is now {new address}, and all devices were signed out.",
        "If this wasn’t you, keep this address and choose a new password right away.",
      ],
      button: "Keep this address",
      small: "The link works once, for seven days, also after the change.",
    },
    placeholders: { "new address": { about: "The account’s address now", sample: "new@example.com", isRequired: true } },
  }),
  disabled: emailTemplate({
    kind: "account-disabled",
    name: "Your account was disabled",
    to: "shopper",
    when: "An account was disabled in its settings.",
    wording: {
      subject: "Your account was disabled at {shop}",
      heading: "Your account was disabled",
      text: [
        "Your account was disabled, as requested in its settings. Nobody can sign in to it.",
        "Its personal data will be removed on {day}. Orders you placed stay in our records and will ship as usual.",
        "If this wasn’t you, open your account again and choose a new password right away.",
      ],
      button: "Open my account again",
      small: "The link works once, until that day.",
    },
    placeholders: { day: { about: "When its data is removed", sample: "December 9, 2026", isRequired: true } },
  }),
  openAgain: emailTemplate({
    kind: "account-open-again",
    name: "Open your account again",
    to: "shopper",
    when: "Somebody asked to reset the password of an account that is disabled, or that has left the address.",
    wording: {
      subject: "Open your account again at {shop}",
      heading: "Open your account again",
      text: [
        "Someone asked to reset the password for your account.",
        "{change} The link below undoes that, with a new password.",
      ],
      button: "Undo the change",
      small: "If this wasn’t you, nothing has changed.",
    },
    placeholders: {
      change: { about: "What was done to it, as a sentence", sample: "Your account was disabled.", isRequired: true },
    },
  }),
} as const;

export const customerTemplates: readonly EmailTemplate[] = Object.values(customerEmails);
