/** The most characters of a shopper's note with a request for another address. */
export const longestAddressNote = 500;

/** The most characters of the shop's reason when it declines a request. */
export const longestAddressAnswer = 1000;
