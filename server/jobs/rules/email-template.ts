/** A placeholder of an email. */
export type Placeholder = {
  /** explains the placeholder to the person who changes the words */
  about: string;
  /** the value in a preview; a list if the placeholder stands for whole paragraphs */
  sample: string | readonly string[];
  /** whether the text has to contain the placeholder */
  isRequired?: true;
  /** whether the placeholder may have no value; a paragraph with it is then left out */
  isOptional?: true;
};

/**
 * The wording of an email, with placeholders such as `{order}`. Each line of `text` that is not
 * blank is a paragraph.
 */
export type EmailWording = {
  subject: string;
  heading: string;
  text: string;
  /** the words of the link; empty without a link */
  button: string;
  /** small print below the link */
  small: string;
};

/** An email that the shop sends, with the shop's wording, which the owner may change. */
export type EmailTemplate<Name extends string = string> = {
  /** the name of the email in addresses and in the database */
  kind: string;
  name: string;
  to: "shopper" | "owner" | "staff";
  /** the occasion on which the email is sent */
  when: string;
  wording: EmailWording;
  placeholders: Readonly<Record<Name, Placeholder>>;
  /** explanations of fields */
  hints?: Readonly<Partial<Record<keyof EmailWording, string>>>;
};

/**
 * The input of a new template: parts of the wording may be absent, which means empty, and the text
 * is a list of paragraphs.
 */
type NewTemplate<Name extends string> = Omit<EmailTemplate<Name>, "wording" | "placeholders"> & {
  wording: Pick<EmailWording, "subject" | "heading"> &
    Partial<Pick<EmailWording, "button" | "small">> & { text: readonly string[] };
  placeholders?: Readonly<Record<Name, Placeholder>>;
};

export const emailTemplate = <const Name extends string = never>({
  wording: { text, button = "", small = "", ...wording },
  placeholders,
  ...template
}: NewTemplate<Name>): EmailTemplate<Name> => ({
  ...template,
  wording: { ...wording, text: text.join("\n\n"), button, small },
  placeholders: placeholders ?? ({} as Readonly<Record<Name, Placeholder>>),
});

/** The value of each placeholder in one email; a list stands for several paragraphs. */
export type EmailFacts<Name extends string = string> = Readonly<Record<Name, string | readonly string[]>>;

/** The words of an email as it is sent. */
export type EmailWords = { subject: string; heading: string; paragraphs: readonly string[]; button: string; small: string };

/** The names of all placeholders in a text, without their braces. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = ""]) => name);

const filled = (text: string, facts: EmailFacts): string =>
  text.replace(/\{([^{}\n]*)\}/g, (written, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : written;
    return typeof fact === "string" ? fact : (fact ?? []).join(" ");
  });

/** The paragraphs of a line with its values; none if one of its placeholders has no value. */
function paragraphsOf(line: string, facts: EmailFacts): readonly string[] {
  const [alone] = /^\{[^{}]*\}$/.test(line) ? placeholdersIn(line) : [];
  const whole = alone === undefined ? undefined : facts[alone];
  if (Array.isArray(whole)) return whole;
  return placeholdersIn(line).some((name) => facts[name] === "") ? [] : [filled(line, facts)];
}

/** Puts a text on one line, since a line end in a subject would begin another header. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/** Replaces placeholders by their values. A placeholder inside a value is never replaced. */
export function fillWording({ subject, heading, text, button, small }: EmailWording, facts: EmailFacts): EmailWords {
  const lines = text.split("\n").filter((line) => line.trim() !== "");
  return {
    subject: oneLine(filled(subject, facts)),
    heading: oneLine(filled(heading, facts)),
    paragraphs: lines.flatMap((line) => paragraphsOf(line, facts)),
    button: oneLine(filled(button, facts)),
    small: paragraphsOf(small, facts).join(""),
  };
}

/** The name of the placeholder for the shop's name, which every email can use. */
export const shopPlaceholder = "shop";

/**
 * Whether a saved wording can be sent as this email. A wording that was saved with an earlier
 * release may be invalid.
 */
export function suits({ wording, placeholders }: EmailTemplate, saved: EmailWording): boolean {
  const placeholderNames = new Set([...Object.keys(placeholders), shopPlaceholder]);
  const isNamed = (name: string) => placeholdersIn(saved.text).includes(name);
  return (
    Object.values(saved).every((text) => placeholdersIn(text).every((name) => placeholderNames.has(name))) &&
    Object.entries(placeholders).every(([name, { isRequired }]) => !isRequired || isNamed(name)) &&
    (saved.button !== "") === (wording.button !== "")
  );
}

/** The values in a preview of an email. */
export const sampleFacts = ({ placeholders }: EmailTemplate): EmailFacts =>
  Object.fromEntries(Object.entries(placeholders).map(([name, { sample }]) => [name, sample]));
