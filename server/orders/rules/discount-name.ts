/** What receipts name beside the discount: the promo, or the reason of the staff's discount. */
export const discountName = ({ promoCode, discountReason }: { promoCode: string | null; discountReason: string | null }) =>
  promoCode ?? discountReason;
