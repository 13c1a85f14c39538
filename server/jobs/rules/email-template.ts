/** A placeholder of an email. */
export type Placeholder = {
  /** explains the placeholder to the person who changes the words */
  about: string;
  /** the value in a preview; a list if it stands for whole paragraphs */
  sample: string | readonly string[];
  /** the text has to contain it */
  isRequired?: true;
  /** may have no value: then a paragraph that contains it is left out */
  isOptional?: true;
};

/**
 * The words of an email, with placeholders such as `{order}`; `text` has a paragraph on each line
 * that is not blank.
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

/** An email that the shop sends, with its words unless the owner has changed them. */
export type EmailTemplate<Name extends string = string> = {
  /** the name in addresses and in the database */
  kind: string;
  name: string;
  to: "shopper" | "owner" | "staff";
  /** the occasion on which it is sent */
  when: string;
  wording: EmailWording;
  placeholders: Readonly<Record<Name, Placeholder>>;
  /** explanations of fields */
  hints?: Readonly<Partial<Record<keyof EmailWording, string>>>;
};

/**
 * A template to define: absent parts of its wording are empty, and its text is given by paragraphs.
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

/** The value of each placeholder in one email; several paragraphs are a list. */
export type EmailFacts<Name extends string = string> = Readonly<Record<Name, string | readonly string[]>>;

/** An email's words as they are sent. */
export type EmailWords = { subject: string; heading: string; paragraphs: readonly string[]; button: string; small: string };

/** Every placeholder in a text, by the name between its braces. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = ""]) => name);

const filled = (text: string, facts: EmailFacts): string =>
  text.replace(/\{([^{}\n]*)\}/g, (written, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : written;
    return typeof fact === "string" ? fact : (fact ?? []).join(" ");
  });

/** The paragraphs of a line as they are sent; none if one of its placeholders has no value. */
function paragraphsOf(line: string, facts: EmailFacts): readonly string[] {
  const [alone] = /^\{[^{}]*\}$/.test(line) ? placeholdersIn(line) : [];
  const whole = alone === undefined ? undefined : facts[alone];
  if (Array.isArray(whole)) return whole;
  return placeholdersIn(line).some((name) => facts[name] === "") ? [] : [filled(line, facts)];
}

/** A text on one line: a line end in a subject would begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/**
 * Replaces placeholders by their values, each once: a placeholder inside a value is never replaced.
 */
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

/** The placeholder of the shop's name in every email. */
export const shopPlaceholder = "shop";

/**
 * Whether a wording can be sent as this email; one that was saved for an earlier release may not.
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
