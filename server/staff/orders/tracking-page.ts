import { newId } from "../../ids.ts";
import type { Refusal } from "../../outcome.ts";
import { readLine } from "../../read-text.ts";
import { stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { type ListCell, stateCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import { staffOrderPath, staffOrdersPath, staffTrackingPath, staffTrackingRunPath } from "../paths.ts";
import { parcelsOf, type TrackingStep, type TriedLine } from "./tracking-file.ts";
import { mostLines, parcelsFile } from "./tracking-lines.ts";

const steps = {
  ship: stateLabel("todo", "Would ship"),
  track: stateLabel("todo", "Would get its tracking number"),
} as const satisfies Record<TrackingStep, unknown>;
const leftOut = stateLabel("wrong", "Would be left out");

const orderCell = ({ order, parcel }: TriedLine): ListCell =>
  parcel.ok ? { text: String(parcel.value.number), href: staffOrderPath(parcel.value.number) } : { text: order };

const table = (rows: readonly TriedLine[]) =>
  recordTable<TriedLine>({
    caption: "What the lines would do",
    columns: [
      { label: "Order", cell: orderCell },
      { label: "Line", isFigure: true, cell: ({ line }) => String(line) },
      { label: "What", isInFirstLine: true, cell: ({ step }) => stateCell(step.ok ? steps[step.value] : leftOut) },
      { label: "Why", cell: ({ step }) => (step.ok ? "" : step.error) },
      {
        label: "Carrier and tracking number",
        cell: ({ parcel }) => (parcel.ok ? `${parcel.value.shipment.carrier} ${parcel.value.shipment.tracking}` : ""),
      },
    ],
    rows,
  });

type TrackingInput = { tried?: readonly TriedLine[]; refusal?: Refusal | undefined; typed?: Readonly<Record<string, unknown>> };

/** The form for a file of tracking numbers, and what the lines of a sent one would do. */
export function trackingPage(context: StaffContext, { tried = [], refusal, typed = {} }: TrackingInput) {
  const parcels = parcelsOf(tried);
  return {
    ...staffFrame(context, "Ship by a file", staffOrdersPath),
    token: context.token,
    orders: staffOrdersPath,
    action: staffTrackingPath,
    formError: refusal?.error,
    most: String(mostLines),
    lines: typeof typed.lines === "string" ? typed.lines : "",
    carrier: readLine(typed.carrier, 40),
    // The lines that would be left out come first.
    table: table(tried.toSorted((one, other) => Number(one.step.ok) - Number(other.step.ok))),
    good: parcels.length,
    bad: tried.length - parcels.length,
    run:
      parcels.length > 0
        ? {
            action: staffTrackingRunPath,
            id: newId(),
            lines: parcelsFile(parcels),
            label: parcels.length === 1 ? "Ship this order" : `Ship these ${parcels.length}`,
          }
        : undefined,
  };
}

type TrackingPage = ReturnType<typeof trackingPage>;
export const trackingView = view<TrackingPage>("staff/tracking");
