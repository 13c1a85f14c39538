type SecurityTextInput = { publicUrl: string; contact: string; path: string; now: number };

const day = 24 * 3600 * 1000;

/** The validity in days: RFC 9116 asks for an expiry less than a year ahead. */
const validDays = 180;

/**
 * The text of security.txt, which names the contact for reports of a weakness. `contact` is a
 * mailto:, https: or tel: address; `now` is in ms.
 */
export function securityTextOf({ publicUrl, contact, path, now }: SecurityTextInput): string {
  const expires = new Date((Math.floor(now / day) + validDays) * day).toISOString();
  return [`Contact: ${contact}`, `Expires: ${expires}`, "Preferred-Languages: en", `Canonical: ${publicUrl}${path}`, ""].join(
    "\n",
  );
}
