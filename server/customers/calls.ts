import { z } from "zod";
import { type AnswerOf, type Call, data, fieldErrors, json } from "../web/call.ts";
import {
  addressPath,
  avatarPath,
  defaultAddressPath,
  disablePath,
  exportPath,
  profileFieldPath,
  profilePath,
  sessionPath,
  sessionsPath,
  settingsPath,
} from "./paths.ts";
import { profileFields } from "./rules/profile.ts";
import { mapSaved } from "./rules/saved-names.ts";
import { changedAddress, disabling, fieldBody, newAddress, recordId } from "./schema.ts";

const savedAddress = z
  .strictObject({
    id: z.string(),
    isDefault: z.boolean(),
    ...mapSaved(() => z.string()),
  })
  .meta({ id: "SavedAddress" });

/** All of a customer's addresses as they are now. */
const addresses = z.strictObject({ addresses: z.array(savedAddress) });
export type Addresses = z.infer<typeof addresses>;

const savedField = z.strictObject({
  field: z.enum(profileFields),
  value: z.string(),
  /** the value as people read it */
  shown: z.string(),
});
export type SavedField = z.infer<typeof savedField>;

const savedAvatar = z.strictObject({ url: z.string(), message: z.literal("avatar saved correctly") });
export type SavedAvatar = z.infer<typeof savedAvatar>;

/**
 * The data of a refusal that asks for a proof of identity: the ways in which this customer can give
 * it.
 */
const unproven = z.strictObject({ hasPassword: z.boolean(), hasPasskey: z.boolean(), hasAuthenticator: z.boolean() });
export type ProofChoices = z.infer<typeof unproven>;
export const sensitive = { refusalData: unproven };

const nothing = data(z.strictObject({}));

export const customerCalls = {
  addAddress: {
    method: "POST",
    path: addressPath,
    screen: settingsPath,
    summary: "Adds an address",
    guard: "csrf",
    body: newAddress,
    answer: data(addresses),
    fieldErrors,
    codes: ["signed_out", "not_found", "limit_reached"],
  },
  changeAddress: {
    method: "PUT",
    path: addressPath,
    screen: settingsPath,
    summary: "Changes an address",
    guard: "csrf",
    body: changedAddress,
    answer: data(addresses),
    fieldErrors,
    codes: ["signed_out", "not_found"],
  },
  chooseDefaultAddress: {
    method: "POST",
    path: defaultAddressPath,
    screen: settingsPath,
    summary: "Makes an address the default",
    guard: "csrf",
    body: recordId,
    answer: data(addresses),
    codes: ["signed_out", "not_found"],
  },
  removeAddress: {
    method: "DELETE",
    path: addressPath,
    screen: settingsPath,
    summary: "Removes an address",
    guard: "csrf",
    body: recordId,
    answer: data(addresses),
    codes: ["signed_out", "not_found"],
  },
  saveAvatar: {
    method: "POST",
    path: avatarPath,
    screen: profilePath,
    summary: "Changes the customer's picture",
    guard: "csrf",
    file: { field: "avatar", types: ["image/jpeg", "image/png", "image/webp", "image/gif", "image/avif"] },
    answer: json(savedAvatar),
    codes: ["signed_out", "too_many_tries"],
  },
  removeAvatar: {
    method: "DELETE",
    path: avatarPath,
    screen: profilePath,
    summary: "Removes the customer's picture, if there is one",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out"],
  },
  endSession: {
    method: "DELETE",
    path: sessionPath,
    screen: settingsPath,
    summary: "Signs out one device",
    guard: "csrf",
    body: recordId,
    answer: nothing,
    codes: ["signed_out", "not_found", "reauthenticate"],
    ...sensitive,
  },
  endAllSessions: {
    method: "DELETE",
    path: sessionsPath,
    screen: settingsPath,
    summary: "Signs out all devices",
    guard: "csrf",
    answer: nothing,
    codes: ["signed_out", "reauthenticate"],
    ...sensitive,
  },
  exportData: {
    method: "POST",
    path: exportPath,
    screen: settingsPath,
    summary: "Returns all that is stored of the customer, as a file",
    guard: "csrf",
    answer: data(z.record(z.string(), z.unknown())),
    codes: ["signed_out", "reauthenticate"],
    ...sensitive,
  },
  disableAccount: {
    method: "POST",
    path: disablePath,
    screen: settingsPath,
    summary: "Disables the account",
    guard: "csrf",
    body: disabling,
    answer: nothing,
    codes: ["signed_out", "not_found", "reauthenticate"],
    ...sensitive,
  },
  // This call comes last. Its path, with the parameter `:field`, also matches paths above.
  saveField: {
    method: "PUT",
    path: profileFieldPath(":field"),
    screen: profilePath,
    summary: "Changes a profile field",
    guard: "csrf",
    body: fieldBody,
    answer: data(savedField),
    fieldErrors,
    codes: ["signed_out", "too_many_tries", "reauthenticate"],
    ...sensitive,
  },
} as const satisfies Record<string, Call>;

/**
 * The answer of every call that changes addresses; only a call with a form can answer field errors.
 */
export type AddressAnswer = AnswerOf<typeof customerCalls.addAddress>;
export type FieldAnswer = AnswerOf<typeof customerCalls.saveField>;
