import { type Call, data } from "../../web/call.ts";
import { cartAdditionPath, cartPath, createPath, linePath } from "../cart-paths.ts";
import { lineRemovalPath, lineStepPath } from "../paths.ts";
import {
  cartAddition,
  cartAdditionForm,
  lineRemoval,
  lineStep,
  lineStepForm,
  newCheckout,
  newLine,
  newLineForm,
} from "../schema.ts";
import { checkout, createdCheckout } from "./answers.ts";
import { closed } from "./closed.ts";

const change = { guard: "csrf", crossOrigin: "guest", answer: data(checkout) } as const;

/** Calls that make a checkout and change its lines. */
export const cartCalls = {
  addToCart: {
    method: "POST",
    path: cartAdditionPath,
    screen: cartPath,
    summary: "Adds products to this browser's cart, creating it if needed",
    guard: "origin",
    crossOrigin: "guest",
    body: cartAddition,
    form: cartAdditionForm,
    answer: data(createdCheckout),
    codes: ["not_found", "out_of_stock", "limit_reached", "paying", "too_many_tries"],
  },
  createCheckout: {
    method: "POST",
    path: createPath,
    screen: cartPath,
    summary: "Creates a checkout",
    guard: "csrf",
    crossOrigin: "guest",
    body: newCheckout,
    answer: data(createdCheckout),
    codes: ["not_found", "out_of_stock", "too_many_tries"],
  },
  addLine: {
    ...change,
    method: "POST",
    path: linePath,
    screen: cartPath,
    summary: "Adds a line",
    body: newLine,
    form: newLineForm,
    codes: [...closed, "out_of_stock", "limit_reached", "gift_not_earned"],
  },
  increaseLine: {
    ...change,
    method: "PUT",
    path: lineStepPath("increase"),
    screen: cartPath,
    summary: "Increases a line's quantity",
    body: lineStep,
    form: lineStepForm,
    codes: [...closed, "out_of_stock", "limit_reached"],
  },
  decreaseLine: {
    ...change,
    method: "PUT",
    path: lineStepPath("decrease"),
    screen: cartPath,
    summary: "Decreases a line's quantity",
    body: lineStep,
    form: lineStepForm,
    codes: closed,
  },
  removeLine: {
    ...change,
    method: "DELETE",
    path: lineRemovalPath,
    screen: cartPath,
    summary: "Removes a line",
    body: lineRemoval,
    codes: closed,
  },
} as const satisfies Record<string, Call>;
