import type { SellableVariant } from "../../catalog/rules/sellable-variant.ts";
import type { Exchange } from "../../checkout/exchanges.ts";
import type { GiftChoice } from "../../checkout/gifts.ts";
import type { OpenPhoneOrder } from "../../checkout/phone-orders.ts";
import type { Means } from "../../checkout/rules/means-fields.ts";
import { longestOrderNote } from "../../checkout/rules/order-note.ts";
import { offeredCountries, type Reach } from "../../checkout/rules/reach.ts";
import type { QuotedCheckout } from "../../checkout/show.ts";
import { countries } from "../../customers/rules/areas.ts";
import type { Dates } from "../../dates.ts";
import { dollars } from "../../money.ts";
import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import type { FormBody } from "../forms/body.ts";
import { choiceView, type FieldView, lineView, resentFields, textView } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { stateCell, type TimeContext, timeCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import {
  type PhoneOrderStep,
  phoneOrderSteps,
  staffOrderPath,
  staffOrdersPath,
  staffPhoneOrderPath,
  staffPhoneOrderStepPath,
  staffPhoneOrdersPath,
} from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import { type HistoryEntry, whoOf } from "../records/history-page.ts";
import { addressViews, isMisplaced } from "./address-view.ts";
import { shownValues, unitsName } from "./phone-order-press.ts";
import { discountFields, placePart, shippingPriceFields } from "./phone-order-prices.ts";

type ListInput = { orders: readonly OpenPhoneOrder[]; names: ReadonlyMap<string, string>; notice: string | undefined };

const mayWrite = ({ staff }: StaffContext): boolean => may(staff, "orders:edit");

const openStates = {
  open: stateLabel("waiting", "Not paid yet"),
  paying: stateLabel("waiting", "Being paid"),
} as const;

/** The list of unpaid phone orders. */
export const phoneOrdersPage = (context: StaffContext, times: TimeContext, { orders, names, notice }: ListInput) => ({
  ...staffFrame(context, "Phone orders", staffOrdersPath),
  token: context.token,
  list: staffOrdersPath,
  action: staffPhoneOrdersPath,
  mayWrite: mayWrite(context),
  notice,
  table: recordTable({
    caption: "Phone orders that are not paid yet, the latest first",
    columns: [
      { label: "Shopper", cell: ({ id, email }) => ({ text: email || "No email yet", href: staffPhoneOrderPath(id) }) },
      { label: "Taken by", cell: ({ taken_by }) => whoOf(taken_by, names) },
      { label: "State", isInFirstLine: true, cell: ({ state }) => stateCell(openStates[state === "paying" ? "paying" : "open"]) },
      { label: "Changed", cell: ({ updated_at }) => timeCell(updated_at, times) },
      { label: "Kept until", isLabeled: true, cell: ({ expires_at }) => timeCell(expires_at, times) },
    ],
    rows: orders,
  }),
});
type PhoneOrdersPage = ReturnType<typeof phoneOrdersPage>;
export const phoneOrdersView = view<PhoneOrdersPage>("staff/phone-orders");

export type PhoneOrderInput = {
  shown: QuotedCheckout;
  names: ReadonlyMap<string, string>;
  q: string;
  /** the search for an earlier shopper, and the newest orders of whom it finds */
  who: string;
  earlier: readonly { number: number; email: string }[];
  /** undefined without a search of products */
  found: readonly (SellableVariant & { sku: string })[] | undefined;
  methods: readonly { id: string; name: string; description: string; price: string }[];
  gifts: GiftChoice;
  reach: Reach;
  /** the payment methods without a card that the shop offers */
  means: readonly Means[];
  /** the id of the one that is chosen; may be empty */
  chosenMeans: string;
  /** the exchange of which this is the phone order; undefined for other phone orders */
  exchange: Exchange | undefined;
  /** the number of the order that it adds products to */
  parent: number | undefined;
  /** the number of the canceled order that it replaces */
  replaces: number | undefined;
  link: { isSent: boolean; openedAt: number | undefined };
  /** the checkout's own notice, such as that a code no longer applies */
  shopperNotice: string | undefined;
  history: readonly HistoryEntry[];
};

type PhoneOrderPageState = {
  notice?: string | undefined;
  refusal?: Refusal | undefined;
  typed?: FormBody | undefined;
  /** whether the pressed button's step was done although other fields were refused */
  isDone?: boolean;
  /** refused steps, whose typed values are shown again */
  unsaved?: ReadonlyMap<string, Refusal>;
};

const nameOf = ({ productName, variantName }: { productName: string; variantName: string }): string =>
  [productName, variantName].filter(Boolean).join(", ");

const taxOf = ({ address, isTaxUnknown, tax }: QuotedCheckout["priced"]): string => {
  if (!address) return "no address yet";
  return isTaxUnknown ? "can’t be worked out now" : dollars(tax);
};

const discountLabel = ({ adjustment }: QuotedCheckout["priced"]): string =>
  adjustment?.discount ? `Discount (${adjustment.discount.reason})` : "Discount";

const sumsOf = ({ priced }: QuotedCheckout) =>
  [
    { name: "Subtotal", amount: dollars(priced.subtotal) },
    { name: discountLabel(priced), amount: priced.discount > 0 ? `−${dollars(priced.discount)}` : "" },
    { name: "Shipping", amount: priced.method ? dollars(priced.shipping) : "not chosen yet" },
    { name: "Tax", amount: taxOf(priced) },
    { name: "Total", amount: dollars(priced.total) },
  ].filter(({ amount }) => amount !== "");

/** The countries that the shop ships to, and the address's country. */
const placesOf = (reach: Reach, country: string | undefined) =>
  offeredCountries(reach, countries, country === undefined ? [] : [country]);

const linkWords = ({ isSent, openedAt }: PhoneOrderInput["link"], dates: Dates): string => {
  if (openedAt !== undefined) return `The shopper’s link was opened on ${dates.moment(openedAt).text}.`;
  return isSent ? "A link was sent, and was not opened yet." : "No link is in use.";
};

/** The values that a button of a row sends. */
const rowOf = (values: Readonly<Record<string, string>>): string => new URLSearchParams(values).toString();

const noteHint = "The shopper sees it, and it is on the packing slip. Empty for none.";

/**
 * The page of one phone order: its contents, its missing values, and the link by which its shopper
 * pays.
 */
export function phoneOrderPage(context: StaffContext, dates: Dates, input: PhoneOrderInput, pageState: PhoneOrderPageState = {}) {
  const { shown, names, q, who, earlier, found, methods, gifts, reach, means, chosenMeans, exchange, parent, link } = input;
  const { shopperNotice, history } = input;
  const { notice, refusal, typed = {}, isDone = false, unsaved = new Map<string, Refusal>() } = pageState;
  const { checkout, priced } = shown;
  const { id } = checkout;
  const isOpen = checkout.state === "open";
  const mayPrice = may(context.staff, { all: ["orders:edit", "orders:refund"] });
  const shownFields: FieldView[] = [];
  /** The fields of a step: as they are saved, or as they were typed if that was refused. */
  const parts = (formStep: PhoneOrderStep, all: readonly FieldView[]): FieldView[] => {
    shownFields.push(...all);
    const why = unsaved.get(formStep);
    return why ? resentFields(all, { refusal: why, typed }) : [...all];
  };
  const asksPostalCode = isMisplaced(unsaved.get("address"));
  const method = priced.method?.id ?? "";
  // The page shows no field of the link's form, so errors are also shown as one message.
  const messages = refusal?.errors?.map(({ message }) => message) ?? [];
  const placed = placePart(shown, means, chosenMeans);
  const placeForm = { ...placed, fields: resentFields(placed.fields, { refusal: unsaved.get("place") }) };
  const fields = {
    contact: parts("contact", [lineView("email", "Email", checkout.email, { type: "email", required: true })]),
    note: parts("note", [
      textView("orderNote", "The shopper’s note", checkout.orderNote, { hint: noteHint, maxlength: String(longestOrderNote) }),
    ]),
    address: parts("address", addressViews(shown.shipping, placesOf(reach, shown.shipping?.country), asksPostalCode)),
    methods: parts(
      "method",
      methods.length === 0
        ? []
        : [
            choiceView(
              "radios",
              { name: "shippingMethodId", label: "Shipping method" },
              methods.map((each) => ({
                value: each.id,
                label: [`${each.name}, ${each.price}`, each.description].filter(Boolean).join(" · "),
              })),
              [method],
            ),
          ],
    ),
    promo: parts("promo", [lineView("promoCode", "Promo code", priced.typedCode ?? "", { hint: "Empty for none." })]),
    discount: mayPrice ? parts("discount", discountFields(checkout.adjustment)) : [],
    shippingPrice: mayPrice ? parts("shipping", shippingPriceFields(checkout.adjustment)) : [],
  };
  const units = priced.lines
    .filter(({ gift }) => !gift)
    .map(({ lineId, quantity }) => lineView(unitsName(lineId), "Units", String(quantity)));
  return {
    ...staffFrame(context, "Phone order", staffOrdersPath),
    token: context.token,
    seen: checkout.updatedAt,
    shown: shownValues([...units, ...shownFields]),
    list: staffPhoneOrdersPath,
    notice,
    shopperNotice,
    formHeading: isDone ? "Not saved yet" : "That didn’t go through",
    formError: refusal && (messages.length > 0 ? messages.join(" ") : refusal.error),
    takenBy: whoOf(checkout.takenBy ?? null, names),
    created: dates.moment(checkout.createdAt),
    until: dates.moment(checkout.expiresAt),
    state: isOpen ? "Not paid yet" : "Being paid",
    isOpen,
    mayWrite: isOpen && mayWrite(context),
    mayPrice,
    paths: Object.fromEntries(phoneOrderSteps.map((name) => [name, staffPhoneOrderStepPath(id, name)])) as Record<
      PhoneOrderStep,
      string
    >,
    q,
    search: {
      name: "q",
      label: "SKU, barcode, or words of the name",
      value: q,
      autocomplete: "off",
      maxlength: "200",
      required: true,
    },
    whoSearch: {
      name: "who",
      label: "Email or name of somebody who has ordered before",
      value: who,
      autocomplete: "off",
      maxlength: "200",
    },
    who,
    earlier: earlier.map((each) => ({ ...each, row: rowOf({ email: each.email, order: String(each.number) }) })),
    isSearched: found !== undefined,
    found: (found ?? []).map(({ id: variantId, sku, price, left, active, ...variant }) => ({
      row: rowOf({ variantId }),
      units: unitsName(variantId),
      quantity: (!isDone && readText(typed[unitsName(variantId)])) || "1",
      name: nameOf(variant),
      sku: sku || "–",
      price: dollars(price),
      left: Math.max(0, left),
      canAdd: active && left > 0,
    })),
    lines: priced.lines.map((line) => ({
      row: rowOf({ lineId: line.lineId }),
      units: unitsName(line.lineId),
      name: nameOf(line),
      gift: line.gift,
      quantity: unsaved.has(unitsName(line.lineId)) ? readText(typed[unitsName(line.lineId)]) : String(line.quantity),
      price: line.gift ? "free gift" : dollars(line.unitPrice),
      // The amount before the line's part of a discount, as in the subtotal.
      amount: dollars(line.net + line.discount),
      short:
        !line.active || line.quantity > line.left
          ? stateLabel("todo", `${line.active ? Math.max(0, line.left) : 0} available`)
          : undefined,
    })),
    sums: sumsOf(shown),
    exchange: exchange && {
      units: exchange.units,
      amount: dollars(exchange.amount),
      until: dates.moment(exchange.endsAt),
    },
    parent: parent === undefined ? undefined : { number: parent, href: staffOrderPath(parent) },
    replaces: input.replaces === undefined ? undefined : { number: input.replaces, href: staffOrderPath(input.replaces) },
    ...fields,
    orderNote: checkout.orderNote,
    hasAddress: shown.shipping !== undefined,
    place: placeForm,
    gifts: gifts.eligible ? gifts.products.map(({ id: productId, name }) => ({ row: rowOf({ productId }), name })) : [],
    link: { ...link, words: linkWords(link, dates) },
    history,
  };
}
type PhoneOrderPage = ReturnType<typeof phoneOrderPage>;
export const phoneOrderView = view<PhoneOrderPage>("staff/phone-order");
