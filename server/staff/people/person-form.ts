import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { textLine } from "../../text-schemas.ts";
import { line } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import type { PersonFields } from "./people.ts";

/** A role's id. A person's page shows only the roles that the viewer may give. */
const role: FormField<string> = {
  label: "Role",
  body: textLine(64).default(""),
  views: () => [],
  read: ({ body, name }) => ok(readLines(body[name])),
  words: (value, { referenced }) => (typeof value === "string" ? (referenced.get(value) ?? value) : undefined),
};

/** The form of a member of the staff. */
export const personForm = form<PersonFields>({ name: { ...line("Name"), body: textLine(200) }, role });
