import { lookupPath } from "../../server/orders/paths.ts";

/** The form on pages that other sites render. */
export const states = { empty: {}, "not a number": {}, sent: {} };

const submit = "[data-island=order-lookup] button";
export const presses = { "not a number": submit, sent: submit };

const errors = [{ field: "number", message: "Enter the number of your order." }];
export const answers = {
  "not a number": { [lookupPath]: { data: { errors } } },
  sent: { [lookupPath]: { data: {} } },
};
