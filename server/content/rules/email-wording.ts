import { type EmailTemplate, type EmailWording, placeholdersIn, shopPlaceholder } from "../../jobs/rules/email-template.ts";
import type { FieldError } from "../../outcome.ts";
import { lineFault, textFault } from "../../text-faults.ts";

export const wordingLabels: Readonly<Record<keyof EmailWording, string>> = {
  subject: "Subject",
  heading: "Heading",
  text: "Text",
  button: "Button",
  small: "Small print",
};

const longest: Readonly<Record<keyof EmailWording, number>> = { subject: 150, heading: 150, text: 5000, button: 60, small: 500 };

const braced = (name: string): string => `{${name}}`;

/**
 * The error of the placeholders in a field; undefined if they are valid. Its words follow the
 * field's label in the message.
 */
function placeholderFault(template: EmailTemplate, field: keyof EmailWording, text: string): string | undefined {
  const { placeholders } = template;
  const placeholderNames = placeholdersIn(text);
  const unknown = placeholderNames.find((name) => name !== shopPlaceholder && !Object.hasOwn(placeholders, name));
  if (unknown !== undefined)
    return `has ${braced(unknown)}, which this email doesn’t know. Its placeholders are listed beside the form.`;
  if (field === "text") return textPlaceholderFault(template, text);
  const away = placeholderNames.find((name) => placeholders[name]?.isOptional && field !== "small");
  if (away !== undefined) return `has ${braced(away)}, which some of these emails have no value for. Use it in the text.`;
  const many = placeholderNames.find((name) => Array.isArray(placeholders[name]?.sample));
  return many === undefined ? undefined : `has ${braced(many)}, which stands for whole paragraphs. Use it in the text.`;
}

function textPlaceholderFault({ placeholders }: EmailTemplate, text: string): string | undefined {
  const placeholderNames = placeholdersIn(text);
  const lost = Object.entries(placeholders).find(([name, { isRequired }]) => isRequired && !placeholderNames.includes(name));
  if (lost) return `has to have ${braced(lost[0])}: ${lost[1].about.toLowerCase()}.`;
  const crowded = text
    .split("\n")
    .flatMap((line) => placeholdersIn(line).filter((name) => line.trim() !== braced(name)))
    .find((name) => Array.isArray(placeholders[name]?.sample));
  return crowded === undefined
    ? undefined
    : `has to have ${braced(crowded)} on a line of its own: it stands for whole paragraphs.`;
}

/**
 * The error of an empty field for which the shop's own wording has a text, or of words for a button
 * in an email without a link. The small print may be empty.
 */
function missingFault({ wording }: EmailTemplate, field: keyof EmailWording, text: string): string | undefined {
  if (field === "button" && wording.button === "") return text === "" ? undefined : "isn’t for this email: it has no link.";
  return text === "" && wording[field] !== "" && field !== "small" ? "is missing." : undefined;
}

/** The errors of invalid fields. */
export function wordingFaults(template: EmailTemplate, wording: EmailWording): FieldError[] {
  return (Object.keys(wordingLabels) as (keyof EmailWording)[]).flatMap((field) => {
    const text = wording[field];
    const shape = field === "text" ? textFault(text, longest[field]) : lineFault(text, longest[field]);
    const fault = shape ?? missingFault(template, field, text) ?? placeholderFault(template, field, text);
    return fault === undefined ? [] : [{ field, message: `${wordingLabels[field]} ${fault}` }];
  });
}
