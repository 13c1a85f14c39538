import {
  disablePath,
  exportPath,
  profileFieldPath,
  profilePath,
  recentProofPath,
  sessionPath,
  sessionsPath,
  settingsPath,
} from "../customers/paths.ts";
import {
  authenticatorCodePath,
  authenticatorOffPath,
  authenticatorPath,
  newPasskeyPath,
  passkeysPath,
  recoveryCodesPath,
} from "./paths.ts";

/**
 * A form that needs a recent proof of identity: the page that shows it, and the words of the button
 * that sends it again.
 */
type SensitiveForm = { page: string; method: "POST" | "PUT" | "DELETE"; label: string };

const forms: Readonly<Record<string, SensitiveForm>> = {
  [profileFieldPath("email")]: { page: profilePath, method: "PUT", label: "Change email address" },
  [sessionPath]: { page: settingsPath, method: "DELETE", label: "Sign out that device" },
  [sessionsPath]: { page: settingsPath, method: "DELETE", label: "Sign out everywhere" },
  [authenticatorPath]: { page: settingsPath, method: "POST", label: "Set up an authenticator app" },
  [authenticatorCodePath]: { page: settingsPath, method: "POST", label: "Turn on" },
  [authenticatorOffPath]: { page: settingsPath, method: "DELETE", label: "Turn off" },
  [recoveryCodesPath]: { page: settingsPath, method: "POST", label: "Create new recovery codes" },
  [newPasskeyPath]: { page: settingsPath, method: "POST", label: "Back to your settings" },
  [passkeysPath]: { page: settingsPath, method: "DELETE", label: "Remove the passkey" },
  [recentProofPath]: { page: settingsPath, method: "POST", label: "Back to your settings" },
  [exportPath]: { page: settingsPath, method: "POST", label: "Download your data" },
  [disablePath]: { page: settingsPath, method: "POST", label: "Disable account" },
};

/**
 * The sensitive form that is sent to this path, for a draft that was kept; undefined if the form
 * needs no proof of identity.
 */
export const sensitiveForm = (path: string): SensitiveForm | undefined => (Object.hasOwn(forms, path) ? forms[path] : undefined);
