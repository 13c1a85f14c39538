/** What a receipt names beside the discount: the promo code, or the reason of the staff's discount. */
export const discountName = ({ promoCode, discountReason }: { promoCode: string | null; discountReason: string | null }) =>
  promoCode ?? discountReason;
