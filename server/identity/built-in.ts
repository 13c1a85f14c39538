import { normaliseEmail } from "../customers/rules/email.ts";
import { isReserved } from "../customers/undo.ts";
import type { Db } from "../db/tables.ts";
import { isDuplicate, transact, transactOutcome } from "../db/transaction.ts";
import { newId } from "../ids.ts";
import { invalidFields, notFound, ok, refuse } from "../outcome.ts";
import { hashPassword, isPassword } from "./password.ts";
import type { IdentityProvider, NewAccount } from "./provider.ts";
import { findAccount, findAccountByEmail, insertAccount, setPasswordHash } from "./queries.ts";

/** Requirement 178. */
export const wrongPassword = refuse("wrong_credentials", "Invalid username or password");

const emailTaken = invalidFields([{ field: "email", message: "An account with this email already exists. Sign in instead." }]);

type Options = {
  db: Db;
  now: () => number;
  /** whether the demo shop's accounts may be used: outside production, on a loopback address */
  demo: boolean;
};

/** The default provider: argon2id hashes in the shop's own database, nothing to configure. */
export function builtInProvider({ db, now, demo }: Options): IdentityProvider {
  return {
    async check(email, password) {
      const account = await findAccountByEmail(db, normaliseEmail(email));
      const usable = account && account.disabled_at === null && (demo || account.demo === 0);
      const right = await isPassword(usable ? account.password_hash : undefined, password);
      return right && account ? ok({ customerId: account.id }) : wrongPassword;
    },
    seal: hashPassword,
    opens: isPassword,
    async create({ email, sealed, firstName, lastName, verified }: NewAccount) {
      const row = {
        id: newId(),
        email,
        email_norm: normaliseEmail(email),
        email_verified: verified ? 1 : 0,
        password_hash: sealed,
        first_name: firstName,
        last_name: lastName,
        avatar: null,
        pending_email: null,
        disabled_at: null,
        created_at: now(),
      };
      try {
        const reserved = await transactOutcome(db, async (tx) => {
          await insertAccount(tx, row);
          // This is read after the insert: a change that frees the address is then committed or
          // waits.
          return (await isReserved(tx, row.email_norm, row.id, now())) ? emailTaken : ok(undefined);
        });
        if (!reserved.ok) return reserved;
      } catch (error) {
        if (isDuplicate(error)) return emailTaken;
        throw error;
      }
      return ok({ customerId: row.id });
    },
    async setPassword(customerId, password) {
      const hash = await hashPassword(password);
      return await transact(db, async (tx) => {
        const account = await findAccount(tx, customerId);
        if (!account || account.disabled_at !== null) return notFound;
        await setPasswordHash(tx, customerId, hash);
        return ok(undefined);
      });
    },
  };
}
