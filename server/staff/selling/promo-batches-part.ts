import { listBatches, type PromoBatch } from "../../checkout/promo-batches.ts";
import { readPromo } from "../../checkout/promo-records.ts";
import { longestPrefix, mostCodes } from "../../checkout/rules/promo-batch.ts";
import type { Dates } from "../../dates.ts";
import { transact } from "../../db/transaction.ts";
import { newId } from "../../ids.ts";
import { stateLabel } from "../../state-label.ts";
import { formErrors, lineView, type ResentForm, resentFields } from "../forms/field-view.ts";
import type { FormContext } from "../forms/form.ts";
import { stateCell } from "../lists/columns.ts";
import { type RowForm, recordTable } from "../lists/table.ts";
import { staffPromoBatchEndPath, staffPromoBatchesPath, staffPromoCodesPath } from "../paths.ts";
import { findStaffNames } from "../people/queries/people.ts";
import { staffIn, whoOf } from "../records/history-page.ts";

const fields = [
  lineView("size", "How many codes", "", { required: true, inputmode: "numeric", hint: `Up to ${mostCodes}.` }),
  lineView("prefix", "Prefix", "", { hint: `Up to ${longestPrefix} letters and digits that each code begins with.` }),
];

/** The button that ends a batch, unless it has ended. */
const endForm = ({ id, promo_id, prefix, ended_at }: PromoBatch): RowForm | undefined =>
  ended_at === null
    ? {
        action: staffPromoBatchEndPath(promo_id, id),
        fields: [],
        buttons: [{ text: "End", label: `End the batch ${prefix}`.trim(), isDanger: true }],
      }
    : undefined;

const tableOf = (batches: readonly PromoBatch[], names: ReadonlyMap<string, string>, dates: Dates, mayWrite: boolean) =>
  recordTable<PromoBatch>({
    caption: "Batches of codes",
    columns: [
      {
        label: "Codes",
        cell: ({ id, promo_id, size }) => ({
          text: `Download ${size === 1 ? "1 code" : `${size} codes`} as CSV`,
          href: staffPromoCodesPath(promo_id, id),
        }),
      },
      { label: "Prefix", isLabeled: true, cell: ({ prefix }) => prefix },
      {
        label: "State",
        isInFirstLine: true,
        cell: ({ ended_at }) => stateCell(ended_at === null ? stateLabel("done", "Works") : stateLabel("waiting", "Ended")),
      },
      { label: "Used", isFigure: true, cell: ({ used }) => String(used) },
      {
        label: "Made",
        isLabeled: true,
        cell: ({ made_at }) => {
          const { iso, text } = dates.moment(made_at);
          return { text, time: iso };
        },
      },
      { label: "By", isLabeled: true, cell: ({ made_by }) => whoOf(made_by, names) },
    ],
    rows: batches,
    form: mayWrite ? endForm : undefined,
  });

/** A promo's batches of single-use codes, and the form that makes one; none without a code. */
export async function batchesPart({ db, dates }: FormContext, id: string, mayWrite: boolean, { refusal, typed }: ResentForm) {
  const promo = await transact(db, (tx) => readPromo(tx, id));
  const batches = await listBatches(db, id);
  if (!promo || (promo.automatic && batches.length === 0)) return undefined;
  const names = await findStaffNames(db, staffIn(batches.map(({ made_by }) => made_by)));
  return {
    ...formErrors(refusal),
    action: promo.automatic ? undefined : staffPromoBatchesPath(id),
    newId: newId(),
    fields: resentFields(fields, { refusal, typed: refusal && typed }),
    table: tableOf(batches, names, dates, mayWrite),
  };
}
export type BatchesPart = NonNullable<Awaited<ReturnType<typeof batchesPart>>>;
