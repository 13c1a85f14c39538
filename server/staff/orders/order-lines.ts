import { dollars } from "../../money.ts";
import type { AfterSale } from "../../orders/after-sale.ts";
import { type LineProgress, toShip } from "../../orders/line-progress.ts";
import type { OrderAction } from "../paths.ts";
import { comingBack, countedWords, returnedUnits, returnWords } from "./order-returns.ts";

/** SKUs by the ids of variants. */
export type Skus = ReadonlyMap<string, string>;

/** Returns the quantity typed into the refused form of this action, or else `usual`. */
export type UnitsTyped = (name: OrderAction, lineId: string, usual: number) => string;

/** `endsReturns`: the person may also decide about received returns. */
type LinesInput = { skus: Skus; unitsTyped: UnitsTyped; endsReturns: boolean };

const takenOutWords = ({ line, kept }: LineProgress) => countedWords([[line.quantity - kept, "taken out"]]);
const refundedWords = ({ kept, unrefunded }: LineProgress) => countedWords([[kept - unrefunded.units, "refunded"]]);

/** The units of a line that were taken out or refunded, in words; empty if there are none. */
export const lessWords = (progress: LineProgress): string => [...takenOutWords(progress), ...refundedWords(progress)].join(", ");

export const lineRows = (afterSale: AfterSale, { skus, unitsTyped, endsReturns }: LinesInput) =>
  afterSale.lines.map((progress) => {
    const { line, name, kept, shipped, unrefunded, unreturned, awaited: allAwaited } = progress;
    const back = returnedUnits(progress, afterSale);
    const received = endsReturns ? back.received : 0;
    return {
      id: line.id,
      name,
      sku: skus.get(line.variant_id),
      quantity: line.quantity,
      kept,
      unitPrice: line.gift === 1 ? "free gift" : dollars(line.unit_price),
      amount: dollars(line.unit_price * line.quantity),
      tax: dollars(line.tax),
      refundable: unrefunded.units,
      comingBack: comingBack(back),
      left: allAwaited + received + unreturned,
      toShip: toShip(progress),
      ships: unitsTyped("fulfilment", line.id, toShip(progress)),
      refunds: unitsTyped("refund", line.id, 0),
      returns: unitsTyped("return", line.id, back.awaited + received),
      refunded: kept - unrefunded.units,
      shipped,
      note: [
        ...takenOutWords(progress),
        ...countedWords([[shipped, "shipped"]]),
        ...returnWords(back),
        ...refundedWords(progress),
      ].join(", "),
    };
  });
