/** What a placeholder of an email stands for. */
export type Placeholder = {
  /** for whoever changes the words */
  about: string;
  /** what a preview shows; whole paragraphs where it stands for them */
  sample: string | readonly string[];
  /** the text has to have it */
  isRequired?: true;
  /** may have no value: a paragraph with it is left out then */
  isOptional?: true;
};

/** The words of an email, with placeholders such as `{order}`; `text` has a paragraph on each line that is not blank. */
export type EmailWording = {
  subject: string;
  heading: string;
  text: string;
  /** of the link; empty where there is none */
  button: string;
  /** in small print below the link */
  small: string;
};

/** An email that the shop sends, with the words that it has unless the owner has changed them. */
export type EmailTemplate<Name extends string = string> = {
  /** names it in addresses and in the database */
  kind: string;
  name: string;
  to: "shopper" | "owner" | "staff";
  /** on what occasion it is sent */
  when: string;
  wording: EmailWording;
  placeholders: Readonly<Record<Name, Placeholder>>;
  /** what there is to know of a field */
  hints?: Readonly<Partial<Record<keyof EmailWording, string>>>;
};

/** An absent part of a wording is empty; its text is given by paragraphs. */
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

/** What each placeholder stands for in one email; several paragraphs as a list. */
export type EmailFacts<Name extends string = string> = Readonly<Record<Name, string | readonly string[]>>;

/** An email's words as they are sent. */
export type EmailWords = { subject: string; heading: string; paragraphs: readonly string[]; button: string; small: string };

/** Every placeholder that a text names, as it is written between its braces. */
export const placeholdersIn = (text: string): string[] => [...text.matchAll(/\{([^{}\n]*)\}/g)].map(([, name = ""]) => name);

const filled = (text: string, facts: EmailFacts): string =>
  text.replace(/\{([^{}\n]*)\}/g, (written, name: string) => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : written;
    return typeof fact === "string" ? fact : (fact ?? []).join(" ");
  });

/** A paragraph as it is sent; none where a placeholder of it has no value. */
function paragraphsOf(line: string, facts: EmailFacts): readonly string[] {
  const [alone] = /^\{[^{}]*\}$/.test(line) ? placeholdersIn(line) : [];
  const whole = alone === undefined ? undefined : facts[alone];
  if (Array.isArray(whole)) return whole;
  return placeholdersIn(line).some((name) => facts[name] === "") ? [] : [filled(line, facts)];
}

/** A line end in a subject would begin a header of its own. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ");

/** Puts values for placeholders, each once: what a value contains is never read as a placeholder. */
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

/** Stands for the shop's name in each email. */
export const shopPlaceholder = "shop";

/** Whether a wording can be sent as this email, such as one that was saved for an earlier release of the shop. */
export function suits({ wording, placeholders }: EmailTemplate, saved: EmailWording): boolean {
  const known = new Set([...Object.keys(placeholders), shopPlaceholder]);
  const isNamed = (name: string) => placeholdersIn(saved.text).includes(name);
  return (
    Object.values(saved).every((text) => placeholdersIn(text).every((name) => known.has(name))) &&
    Object.entries(placeholders).every(([name, { isRequired }]) => !isRequired || isNamed(name)) &&
    (saved.button !== "") === (wording.button !== "")
  );
}

/** What a preview of it shows. */
export const sampleFacts = ({ placeholders }: EmailTemplate): EmailFacts =>
  Object.fromEntries(Object.entries(placeholders).map(([name, { sample }]) => [name, sample]));
