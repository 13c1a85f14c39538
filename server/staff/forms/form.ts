import type { z } from "zod";
import type { Dates } from "../../dates.ts";
import type { Db } from "../../db/tables.ts";
import { type FieldError, invalidFields, type Outcome, ok } from "../../outcome.ts";
import type { WordsContext } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import type { FormBody } from "./body.ts";
import type { FieldView } from "./field-view.ts";
import { pickBody, pickName } from "./meanings.ts";

/** The context in which fields are shown and read. */
export type FormContext = { db: Db; dates: Dates; now(): number };

/** A field to show; the form of a new record has no value and an empty record. */
export type ViewInput<Value> = { name: string; value: Value | undefined; record: RecordFields; context: FormContext };

/** A field to read; `stored` is its value before the change, and `record` the whole record. */
export type ReadInput<Value> = {
  name: string;
  body: FormBody;
  stored: Value | undefined;
  record: RecordFields;
  context: FormContext;
};

/** One field of a form: its view, how it is read, and its values in words. */
export type FormField<Value> = {
  /**
   * the field's name in histories and conflicts, and in the form unless its view has another name
   */
  label: string;
  /** the schema of the value sent under the field's name; absent if its views have other names */
  body?: z.ZodType;
  /** true if a typed text may mean several values, so that the form may send ticked ones as well */
  hasPicks?: true;
  /** true if only the form of a new record has the field: a change keeps its value */
  isOnlyNew?: true;
  views(input: ViewInput<Value>): readonly FieldView[] | Promise<readonly FieldView[]>;
  read(input: ReadInput<Value>): Outcome<Value> | Promise<Outcome<Value>>;
  /** a value in words; undefined if the plain value is fit for people */
  words?(value: unknown, context: WordsContext, record: RecordFields): string | undefined;
};

/** A form of a record, made from one description of its fields. */
export type Form<Fields extends RecordFields> = {
  labels: Readonly<Record<keyof Fields & string, string>>;
  words(field: string, value: unknown, context: WordsContext, record: RecordFields): string | undefined;
  /** the body's schema, by field */
  body: Readonly<Record<string, z.ZodType>>;
  /** The fields of a saved record, or of a new one. */
  views(context: FormContext, record?: Fields): Promise<FieldView[]>;
  /** Reads the sent fields. If some cannot be read, the refusal has an error for each. */
  read(body: FormBody, context: FormContext, stored?: Fields): Promise<Outcome<Fields>>;
};

type FieldsOf<Fields> = { [Name in keyof Fields & string]: FormField<Fields[Name]> };

/** Makes a form from the fields of a record. The order of the fields is the order on the page. */
export function form<Fields extends RecordFields>(fields: FieldsOf<Fields>): Form<Fields> {
  const described = Object.entries<FormField<unknown>>(fields);
  const byName = new Map(described);
  return {
    labels: Object.fromEntries(described.map(([name, { label }]) => [name, label])) as Form<Fields>["labels"],
    body: Object.fromEntries(
      described.flatMap(([name, { body, hasPicks }]) => [
        ...(body ? [[name, body] as const] : []),
        ...(hasPicks ? [[pickName(name), pickBody] as const] : []),
      ]),
    ),
    words: (field, value, context, record) => byName.get(field)?.words?.(value, context, record),
    async views(context, record) {
      const visible = described.filter(([, { isOnlyNew }]) => !isOnlyNew || record === undefined);
      const inputs = visible.map(([name, field]) => field.views({ name, value: record?.[name], record: record ?? {}, context }));
      return (await Promise.all(inputs)).flat();
    },
    read: (body, context, stored) => readFields(described, body, context, stored),
  };
}

async function readFields<Fields extends RecordFields>(
  described: readonly [string, FormField<unknown>][],
  body: FormBody,
  context: FormContext,
  stored: Fields | undefined,
): Promise<Outcome<Fields>> {
  const values: RecordFields = {};
  const errors: FieldError[] = [];
  const record: RecordFields = stored ?? {};
  for (const [name, field] of described) {
    const isKept = field.isOnlyNew && stored !== undefined;
    const read = isKept ? ok(record[name]) : await field.read({ name, body, stored: record[name], record, context });
    if (read.ok) values[name] = read.value;
    else errors.push(...(read.errors ?? [{ field: name, message: read.error }]));
  }
  return errors.length > 0 ? invalidFields(errors) : ok(values as Fields);
}
