import { activityList } from "../activity/activity-list.ts";
import { reviewList } from "../content/review-list.ts";
import { orderList } from "../orders/order-list.ts";
import { customerList } from "../people/customer-list.ts";
import { productList } from "../products/product-list.ts";
import { stockList } from "../products/stock-list.ts";
import { promoList } from "../selling/promo-list.ts";
import type { AnyStaffList } from "./list.ts";

/** The lists of the staff's side. */
export const staffLists: readonly AnyStaffList[] = [
  orderList,
  customerList,
  productList,
  stockList,
  promoList,
  reviewList,
  activityList,
];
