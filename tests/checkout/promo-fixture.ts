import { insertPromo, writePromo } from "../../server/checkout/promo-records.ts";
import type { PromoFields } from "../../server/checkout/rules/promo-fields.ts";
import { transact } from "../../server/db/transaction.ts";
import type { TestShop } from "../support/shop.ts";

/** 10% off everything, by the code NEW. */
export const blank: PromoFields = {
  code: "NEW",
  kind: "percent",
  amount: 10,
  buyQuantity: 0,
  getQuantity: 0,
  getPercent: 0,
  minimum: 0,
  usageLimit: null,
  oncePerCustomer: false,
  firstOrderOnly: false,
  customerTag: "",
  automatic: false,
  name: "",
  startsAt: 0,
  endsAt: null,
  active: true,
  categoryIds: [],
  productIds: [],
  methodIds: [],
};

export const addPromo = ({ shop }: TestShop, fields: Partial<PromoFields>, id = "promo-new") =>
  transact(shop.db, (tx) => insertPromo(tx, id, { ...blank, ...fields }));

export const editPromo = ({ shop }: TestShop, fields: Partial<PromoFields>, id = "promo-new") =>
  transact(shop.db, (tx) => writePromo(tx, id, { ...blank, ...fields }));

/** 10% off everything for every cart, by the name Summer sale. */
export const addAutomatic = (shop: TestShop, fields: Partial<PromoFields> = {}, id = "summer") =>
  addPromo(shop, { automatic: true, name: "Summer sale", code: id.toUpperCase(), ...fields }, id);
