import { plainText } from "../../plain-text.ts";
import { isPhone } from "./address.ts";
import { isSignInEmail, wrongEmail } from "./sign-in-email.ts";

/** The fields of a profile, in the order of the screen. Each field is changed by itself. */
export const profileFields = ["email", "first_name", "last_name", "phone", "gender", "birthday"] as const;

export type ProfileField = (typeof profileFields)[number];

/** Whether a text is exactly one of `profileFields`; case-sensitive. */
export const isProfileField = (text: unknown): text is ProfileField => profileFields.some((field) => field === text);

/** The choices for gender, which is optional. */
export const genders = [
  { value: "female", label: "Female" },
  { value: "male", label: "Male" },
  { value: "non-binary", label: "Non-binary" },
  { value: "other", label: "Other" },
  { value: "undisclosed", label: "Prefer not to say" },
] as const;

/** The most characters of a name: no parcel label holds a longer name. */
const longest = 100;

/** The highest age in years; the oldest known person reached 122. */
const oldest = 125;

/** Normalises a typed value. */
export function tidyValue(field: ProfileField, input: string): string {
  const text = plainText(input);
  if (field !== "gender") return text;
  const gender = text.toLowerCase();
  return genders.find(({ value, label }) => value === gender || label.toLowerCase() === gender)?.value ?? text;
}

/**
 * The error of a tidied value, in words for the shopper; undefined if the value is valid. `today`
 * is a day like 2026-05-04.
 */
export function valueError(field: ProfileField, value: string, today: string): string | undefined {
  switch (field) {
    case "email":
      return isSignInEmail(value) ? undefined : wrongEmail;
    case "first_name":
      return nameError(value, "first name");
    case "last_name":
      return nameError(value, "last name");
    case "phone":
      return isPhone(value) ? undefined : "Enter a phone number with 7 to 15 digits.";
    case "gender":
      return genders.some((gender) => gender.value === value) ? undefined : "Choose from the list.";
    case "birthday":
      return birthdayError(value, today);
  }
}

function nameError(name: string, label: string): string | undefined {
  if (name === "") return `Enter your ${label}.`;
  if (name.length > longest) return `Keep your ${label} to ${longest} characters.`;
  return /[\p{Cc}\p{Cs}]/u.test(name) ? `Your ${label} contains a character we can’t use.` : undefined;
}

function birthdayError(day: string, today: string): string | undefined {
  if (!isDay(day)) return "Enter your birthday as a date.";
  if (day >= today) return "Enter a day in the past.";
  return Number(today.slice(0, 4)) - Number(day.slice(0, 4)) > oldest ? "Enter the year you were born." : undefined;
}

/** Whether a text is a day of the calendar: February has no 30th. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

const inWords = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** A value as people read it, such as "May 4, 1990" or "Prefer not to say". */
export function shownValue(field: ProfileField, value: string): string {
  if (field === "gender") return genders.find((gender) => gender.value === value)?.label ?? value;
  return field === "birthday" && isDay(value) ? inWords.format(new Date(`${value}T00:00:00Z`)) : value;
}
