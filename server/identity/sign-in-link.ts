import { strangersMailLimit } from "../customers/rate-limits.ts";
import { normaliseEmail, tidyEmail } from "../customers/rules/email.ts";
import { isSignInEmail, wrongEmail } from "../customers/rules/sign-in-email.ts";
import { transact } from "../db/transaction.ts";
import { invalidFields, type Outcome, ok } from "../outcome.ts";
import { passwordLimit } from "./limits.ts";
import { mailSignInLink } from "./mails.ts";
import type { Identity, Requester } from "./parts.ts";

/**
 * Enqueues a job that mails a link, if there is such an account. The link replaces the work of one
 * sign-in, for browsers without scripts. Nothing is mailed while a sign-in takes no work. The
 * answer and its time are the same for any email, so that they reveal nothing.
 */
export async function requestSignInLink(
  identity: Identity,
  { address, deviceSecrets }: Requester,
  input: { email: string; next: string | undefined },
): Promise<Outcome<Record<string, never>>> {
  const { db, now, notifyWorker } = identity;
  const email = tidyEmail(input.email);
  if (!isSignInEmail(email)) return invalidFields([{ field: "email", message: wrongEmail }]);
  const mail = normaliseEmail(email);
  const limit = await passwordLimit(identity, { mail, address, deviceSecrets });
  if (limit?.code !== "work_required") return limit ?? ok({});
  const tooMany = await strangersMailLimit(db, "sign-in-link", { mail, address }, now());
  if (tooMany) return tooMany;
  await transact(db, (tx) => mailSignInLink(tx, { email: mail, next: input.next }, now()));
  notifyWorker();
  return ok({});
}
