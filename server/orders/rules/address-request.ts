/** The most characters of the shopper's note with a wished address. */
export const longestAddressNote = 500;

/** The most characters of the shop's words, if it declines. */
export const longestAddressAnswer = 1000;
