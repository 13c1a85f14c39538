import { collectionsPath } from "./catalog/paths.ts";
import { cartAdditionPath, cartPath } from "./checkout/cart-paths.ts";
import {
  dashboardPath,
  exportPath,
  profilePath,
  reauthenticatePath,
  sessionPath,
  sessionsPath,
  settingsPath,
  signInPath,
  undoPath,
} from "./customers/paths.ts";
import {
  authenticatorCodePath,
  authenticatorOffPath,
  authenticatorPath,
  confirmationMailPath,
  confirmPath,
  passkeysPath,
  recoveryCodesPath,
  resetPath,
  secondStepPath,
  signOutPath,
  signUpPath,
} from "./identity/paths.ts";
import { againPath, lookupPath, statusPath } from "./orders/paths.ts";
import { homePath } from "./paths.ts";
import * as staff from "./staff/paths.ts";
import { wishlistPath } from "./wishlist/paths.ts";

/** The fixed addresses that templates link to, by name: `{{pathTo "cart"}}`. */
export const links = {
  home: homePath,
  listing: collectionsPath,
  cart: cartPath,
  addToCart: cartAdditionPath,
  wishlist: wishlistPath,
  account: dashboardPath,
  profile: profilePath,
  settings: settingsPath,
  exportData: exportPath,
  session: sessionPath,
  sessions: sessionsPath,
  lookup: lookupPath,
  orderStatus: statusPath,
  buyAgain: againPath,
  signIn: signInPath,
  reauthenticate: reauthenticatePath,
  undo: undoPath,
  secondStep: secondStepPath,
  authenticator: authenticatorPath,
  authenticatorCode: authenticatorCodePath,
  authenticatorOff: authenticatorOffPath,
  recoveryCodes: recoveryCodesPath,
  passkeys: passkeysPath,
  signUp: signUpPath,
  signOut: signOutPath,
  reset: resetPath,
  confirm: confirmPath,
  confirmationMail: confirmationMailPath,
  staff: staff.staffPath,
  staffSearch: staff.staffOrdersPath,
  staffSignIn: staff.staffSignInPath,
  staffSignOut: staff.staffSignOutPath,
  staffJoin: staff.staffJoinPath,
  staffSecurity: staff.staffSecurityPath,
  staffAuthenticator: staff.staffAuthenticatorPath,
  staffAuthenticatorCode: staff.staffAuthenticatorCodePath,
  staffRecoveryCodes: staff.staffRecoveryCodesPath,
  staffPeople: staff.staffPeoplePath,
  staffOrders: staff.staffOrdersPath,
} as const;
