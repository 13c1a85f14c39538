import { type PromoKind, promoKinds } from "../../checkout/rules/promo.ts";
import { type PromoFields, tidyCode } from "../../checkout/rules/promo-fields.ts";
import { listMethods } from "../../checkout/shipping-records.ts";
import { tagOf } from "../../customers/rules/tags.ts";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import { type FormBody, isTicked } from "../forms/body.ts";
import { categoryOptions } from "../forms/category-options.ts";
import { box, checks, radios } from "../forms/choice-fields.ts";
import { day } from "../forms/date-fields.ts";
import { type FieldOptions, line } from "../forms/fields.ts";
import { type FormContext, type FormField, form } from "../forms/form.ts";
import { dollars, percent, wholeNumber } from "../forms/number-fields.ts";
import { products } from "../forms/products-field.ts";

const effects: Readonly<Record<PromoKind, string>> = {
  percent: "Percent off",
  amount: "Dollars off",
  shipping: "Free shipping",
  buy_get: "Buy some, get some cheaper",
};

const kindIn = (body: FormBody): PromoKind => promoKinds.find((kind) => kind === readLines(body.kind)) ?? "percent";
const methodOptions = async ({ db }: FormContext) => (await listMethods(db)).map(({ id, name }) => ({ value: id, label: name }));

/**
 * A number that only promos of the kind `buy_get` have, which make further units cheaper. Promos of
 * other kinds store 0, and the form shows 0 as an empty field.
 */
const ofBuyGet = (field: FormField<number>): FormField<number> => ({
  ...field,
  views: (input) => field.views({ ...input, value: input.value || undefined }),
  read: (input) => (kindIn(input.body) === "buy_get" ? field.read(input) : ok(0)),
});

const amountLabel = "Percent or dollars off";
const amountOptions: FieldOptions = { required: true, inputmode: "decimal", hint: "10 for 10%, 5.00 for $5.00." };
const amounts: Readonly<Record<string, FormField<number>>> = {
  percent: percent(amountLabel, amountOptions),
  amount: dollars(amountLabel, { ...amountOptions, none: Number.NaN }),
};
const noAmount = percent(amountLabel, amountOptions);

/** A percentage or an amount, depending on the promo's kind; promos of other kinds store 0. */
const amount: FormField<number> = {
  ...noAmount,
  views: (input) => (amounts[String(input.record.kind)] ?? noAmount).views({ ...input, value: input.value || undefined }),
  read: (input) => amounts[kindIn(input.body)]?.read(input) ?? ok(0),
  words: (value, context, { kind }) => (amounts[String(kind)] ?? noAmount).words?.(value, context, { kind }),
};

const shownName = line("Name that shoppers see", { required: true, hint: "In the cart, on the order, and in emails." });

/** The name of an automatic promo; other promos store none. */
const automaticName: FormField<string> = {
  ...shownName,
  read: (input) => (isTicked(input.body, "automatic") ? shownName.read(input) : ok("")),
};

/** The form of a promo. */
export const promoForm = form<PromoFields>({
  code: line("Code", { required: true, hint: "Shoppers may type it in any letter case.", tidy: tidyCode }),
  automatic: box("Applies without a code", {
    legend: "How shoppers get it",
    hint: "A cart gets the promo that saves the shopper most, never two. The code is then only your own name for this promo.",
  }),
  name: automaticName,
  kind: radios("What it does", effects, { first: "percent", saysWords: true }),
  amount,
  buyQuantity: ofBuyGet(wholeNumber("Units to buy", { required: true, none: Number.NaN })),
  getQuantity: ofBuyGet(
    wholeNumber("Units at a lower price", {
      required: true,
      none: Number.NaN,
      hint: "The cheapest ones, for each whole group.",
    }),
  ),
  getPercent: ofBuyGet(percent("Percent off those units", { required: true, hint: "100 makes them free." })),
  minimum: dollars("Minimum in dollars", { history: "Minimum", none: 0 }),
  categoryIds: checks("Only these categories", categoryOptions, {
    history: "Categories",
    hint: "None of them: all products.",
    named: "category",
  }),
  productIds: products("Only these products", { history: "Products" }),
  methodIds: checks("Only these shipping methods", methodOptions, {
    history: "Shipping methods",
    hint: "None of them: all methods. Shoppers who choose another method lose the promo, and read why.",
    named: "method",
  }),
  usageLimit: wholeNumber("Most uses", { none: null }),
  oncePerCustomer: box("Once per customer", { legend: "Each customer" }),
  firstOrderOnly: box("First order only", { legend: "New customers" }),
  customerTag: line("Only customers with this tag", {
    history: "Customers’ tag",
    hint: "Leave empty for everybody. Customers have to sign in with a confirmed email. Guests have to open the link in an email about one of their orders, at most an hour before they order.",
    tidy: (text) => tagOf(text).label,
  }),
  startsAt: day("First day", { history: "Begins", required: true, none: Number.NaN, initial: ({ now }) => now() }),
  endsAt: day("Last day", {
    history: "Ends",
    none: null,
    edge: "end",
    hint: ({ dates }) => `In the shop’s time zone, ${dates.timeZone}.`,
  }),
  active: box("On", {
    legend: "State",
    hint: "Off ends it at once. It can be turned on again.",
    isTickedFirst: true,
  }),
});
