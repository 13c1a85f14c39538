/** What an address loses when it is erased: country and state stay, since the tax follows from them. */
export const emptiedAddress = {
  firstName: "",
  lastName: "",
  streetAddress1: "",
  city: "",
  postalCode: "",
  phone: "",
} as const;
