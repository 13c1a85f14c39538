/**
 * The fields that erasing empties in an address. Country and state stay, since tax depends on them.
 */
export const emptiedAddress = {
  firstName: "",
  lastName: "",
  streetAddress1: "",
  city: "",
  postalCode: "",
  phone: "",
} as const;
