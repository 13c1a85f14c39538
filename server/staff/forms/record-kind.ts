import type { RecordKind } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import type { Form } from "./form.ts";

type FormKind<Fields extends RecordFields> = Omit<RecordKind<Fields>, "labels" | "words"> & { form: Form<Fields> };

/** Makes a kind of record whose histories have the labels and words of its form. */
export const recordKind = <Fields extends RecordFields>({ form, ...kind }: FormKind<Fields>): RecordKind<Fields> => ({
  ...kind,
  labels: form.labels,
  words: form.words,
});
