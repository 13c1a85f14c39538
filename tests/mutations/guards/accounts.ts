import { inFile, type Mutation } from "../mutation.ts";

const attack = (name: string) => `tests/attacks/${name}.test.ts`;
const sessions = inFile("server/customers/sessions.ts", attack("stolen-session"));
const proofs = inFile("server/customers/sessions.ts", attack("reauthentication"));
const undo = inFile("server/customers/undo.ts", attack("email-undo"));
const totp = inFile("server/identity/factors/totp.ts", attack("second-factor"));
const factors = inFile("server/identity/factors/queries.ts", attack("second-factor"));
const passkeys = inFile("server/identity/passkeys/queries.ts", attack("passkeys"));
const flows = inFile("server/identity/social/flow-cookie.ts", attack("social-flow"));
const trail = inFile("server/db/migrations/001-base/part.ts", attack("trail-tampering"));
const orphanCards = inFile("server/payments/queries/orphans.ts", "tests/personal-data/orphan-cards.test.ts");
const erasure = inFile("server/personal-data/erase.ts", attack("leftovers"));
const mails = inFile("server/customers/mail-requests.ts", attack("mail-flood"));
const staff = inFile("server/staff/sign-in/require-staff.ts", "tests/staff/sign-in.test.ts");
const resets = inFile("server/identity/reset.ts", attack("planted-factors"));
const removals = inFile("server/identity/factors/removal.ts", attack("totp-removal"));

/**
 * The guards that keep accounts under the control of their holders, and keep data no longer than
 * needed.
 */
export const accountGuards: readonly Mutation[] = [
  sessions("accounts", "a session opens nothing for another visitor", "session.visitor === use.visitor", "true"),
  proofs(
    "accounts",
    "a proof is recent for ten minutes",
    "now - authenticatedAt < recent;",
    "now - authenticatedAt < 60 * recent;",
  ),
  proofs(
    "accounts",
    "a proof renews the session's token",
    "to: sessionHash(token) }, now);\n  return replaced",
    "to: tokenHash }, now);\n  return replaced",
  ),
  inFile("server/customers/require-customer.ts", attack("reauthentication"))(
    "accounts",
    "a sensitive call asks for a recent proof",
    "if (req.staleToken || isRecentProof(req.visitor.authenticatedAt, now())) return next();",
    "if (req.staleToken || now() > 0) return next();",
  ),
  undo("accounts", "an email's change can be undone for seven days", '"undo-email": 7 * day', '"undo-email": 8 * day'),
  undo("accounts", "an account's end can be undone for 14 days", '"undo-disable": 14 * day', '"undo-disable": 13 * day'),
  undo(
    "accounts",
    "an address that its holder may come back to is nobody else's",
    "return former !== undefined && former.customer_id !== customerId;",
    "return former !== undefined && former.customer_id === customerId;",
  ),
  undo(
    "accounts",
    "later links of a thief are over once the holder is back",
    "for (const each of kinds) await revokeOneTimeTokensSince(tx, each, account.id, { since: once.at, now });",
    "",
  ),
  factors("accounts", "a code counts once", '.where("last_step", "<", step)', '.where("last_step", "<=", step)'),
  totp("accounts", "a code counts a period early and late", "const step = [-1, 0, 1]", "const step = [0]"),
  totp("accounts", "a code counts no longer than that", "const step = [-1, 0, 1]", "const step = [-2, -1, 0, 1]"),
  passkeys("023", "a challenge is another browser's", '.where("visitor", "=", visitor)', '.where("visitor", "<>", "")'),
  passkeys("023", "a challenge is another account's", '.where("subject", "=", subject)', '.where("subject", "<>", "-")'),
  passkeys(
    "023",
    "a challenge is over after five minutes",
    '.where("expires_at", ">", now)\n    .executeTakeFirst',
    '.where("expires_at", ">", 0)\n    .executeTakeFirst',
  ),
  passkeys(
    "023",
    "a copy's counter is refused",
    '.where("counter", counter === 0 ? "=" : "<", counter)',
    '.where("counter", ">=", 0)',
  ),
  passkeys(
    "023",
    "a passkey is removed by its own account alone",
    '.where("subject_id", "=", id)\n    .returning("name")',
    '.where("subject_id", "<>", "-")\n    .returning("name")',
  ),
  inFile("server/identity/factors/unconfirmed.ts", attack("planted-factors"))(
    "accounts",
    "nobody adds a way to sign in before the address is confirmed",
    "email_verified === 1 ? undefined : unconfirmed",
    "email_verified < 2 ? undefined : unconfirmed",
  ),
  inFile("server/identity/verify.ts", attack("planted-factors"))(
    "accounts",
    "an account knows no browser before its address is confirmed",
    "account.email_verified === 1 ? await rememberDevice",
    "account.email_verified < 2 ? await rememberDevice",
  ),
  resets(
    "accounts",
    "a reset of an unconfirmed account removes what was planted",
    "if (account.email_verified === 0) await deleteFactors(tx, account.id);",
    "",
  ),
  resets("accounts", "a reset ends links that sign in", "  await revokeSignInTokens(tx, customerId, now);\n", ""),
  resets(
    "023",
    "a passkey whose box is cleared goes with the press",
    "await deletePasskeysBut(tx, subject, passkeys);",
    "[] as string[];",
  ),
  removals(
    "accounts",
    "an app's removal is asked for by the password alone",
    "    if (pending.way !== passwordWay) return byPassword;\n",
    "",
  ),
  removals(
    "accounts",
    "a sign-in from before all sessions ended asks for no removal",
    "|| pending.at < account.signed_out_at) return signInOver;",
    ") return signInOver;",
  ),
  removals(
    "accounts",
    "an app's removal is asked for once at a time",
    "    if ((await findTotpRemoval(tx, customerId)) !== undefined) return ok({});\n",
    "",
  ),
  removals(
    "accounts",
    "nobody asks for an app's removal within a week of another address",
    "    if (await hasNewAddress(tx, customerId, at)) return tooSoon;\n",
    "",
  ),
  removals(
    "accounts",
    "an app's removal that was stopped is not done",
    "const isDue = (await findTotpRemoval(tx, customerId)) === requestedAt;",
    "const isDue = requestedAt > 0;",
  ),
  inFile("server/identity/factors/queries.ts", attack("totp-removal"))(
    "accounts",
    "the end of all sessions stops an app's removal",
    `    .whereRef("requested_at", ">=", "customer.signed_out_at")\n`,
    "",
  ),
  inFile("server/identity/factors/queries.ts", attack("totp-removal"))(
    "accounts",
    "an app's removal ends with the app",
    `  if (kind === "customer") await deleteTotpRemoval(tx, id);\n`,
    "",
  ),
  inFile("server/identity/verify.ts", attack("totp-removal"))(
    "accounts",
    "a sign-in stops an app's removal",
    "  await stopRemoval(tx, customerId, asker.source, now);\n",
    "",
  ),
  inFile("server/identity/reauthenticate.ts", attack("totp-removal"))(
    "accounts",
    "a proof stops an app's removal",
    "    await stopRemoval(tx, customerId, source, now());\n",
    "",
  ),
  inFile("server/staff/sign-in/join.ts", "tests/staff/people.test.ts")(
    "staff",
    "a link of the staff is no second step",
    "    if (await hasSecondStep(tx, id, party)) return ok({ session: undefined });\n",
    "",
  ),
  flows("accounts", "a flow has a fresh secret", "const secret = newSecret();", 'const secret = "x".repeat(43);'),
  trail(
    "accounts",
    "an event is not rewritten, on SQLite",
    `UPDATE ON \${table} WHEN NOT (\${`,
    `UPDATE ON \${table} WHEN 0 AND NOT (\${`,
  ),
  trail(
    "accounts",
    "an event is not deleted, on SQLite",
    `kept_delete BEFORE DELETE ON \${table} \${`,
    `kept_delete BEFORE DELETE ON \${table} WHEN 0 \${`,
  ),
  trail(
    "accounts",
    "an event is not replaced, on SQLite",
    `WHEN EXISTS (SELECT 1 FROM \${table} WHERE id = NEW.id OR rowid = NEW.rowid)`,
    "WHEN 0",
  ),
  trail(
    "accounts",
    "an event is not rewritten, on PostgreSQL",
    "FOR EACH ROW WHEN (NOT (${",
    "FOR EACH ROW WHEN (false AND NOT (${",
  ),
  trail(
    "accounts",
    "all events are not deleted, on PostgreSQL",
    `\`CREATE TRIGGER \${table}_kept_truncate BEFORE TRUNCATE ON \${table}\n       FOR EACH STATEMENT EXECUTE FUNCTION \${refuse}()\`,`,
    "",
  ),
  erasure(
    "024",
    "who has an open order is not erased",
    "if (openMatters.length > 0) return refuse",
    "if (openMatters.length > 9) return refuse",
    "tests/staff/customers.test.ts",
  ),
  erasure("024", "orders are emptied", "  await emptyOrders(tx, orderIds, now);\n", ""),
  erasure("024", "attempts are emptied", "  await emptyAttempts(tx, await attemptsOf(tx, checkoutIds), now);\n", ""),
  orphanCards(
    "024",
    "cards of money without an order are forgotten",
    ".set({ brand: null, last4: null })",
    ".set({ found_at: 1 })",
  ),
  orphanCards(
    "024",
    "cards of others' money are kept",
    `    .where("key", "in", (eb) => eb.selectFrom("attempt").select("key").where("id", "in", attemptIds))\n`,
    "",
  ),
  erasure("024", "jobs that name a person are deleted", "  await deleteJobsWith(tx, subjectIds);\n", ""),
  erasure("024", "what browsers keep here is deleted", "  await deleteOfVisitors(tx, visitors);\n", ""),
  inFile("server/personal-data/erase.ts", "tests/staff/customers.test.ts")(
    "024",
    "the audit names nobody",
    "await emptyAudit(tx, [",
    "if (now < 0) await emptyAudit(tx, [",
  ),
  mails("029", "links to one mailbox are limited", "const free = { perMail: 3,", "const free = { perMail: 300,"),
  mails(
    "029",
    "links of one address are limited",
    "perNetwork: 20, perWiderNetwork: 40 }",
    "perNetwork: 2000, perWiderNetwork: 40 }",
  ),
  mails("029", "links of the whole shop are limited", "if (shop.count >= shop.most)", "if (shop.count < 0)"),
  staff(
    "staff",
    "a call asks for the role",
    "if (needs && !may(req.staff, needs)) return await respond",
    "if (needs && !req.staff) return await respond",
    "tests/staff/roles.test.ts",
  ),
  staff(
    "staff",
    "a screen asks for the role",
    "if (need && !may(req.staff, need)) throw",
    "if (need && !req.staff) throw",
    "tests/staff/roles.test.ts",
  ),
  staff(
    "staff",
    "money takes a recent proof",
    "parts.now() - req.staff.authenticatedAt >= recent)",
    "parts.now() < 0)",
    "tests/staff/customers.test.ts",
  ),
  inFile("server/staff/orders/order-actions.ts", "tests/staff/packer-money.test.ts")(
    "staff",
    "what refunds an order asks for that permission",
    '(refund ?? 0) > 0 && !may(staff, "orders:refund")',
    "(refund ?? 0) > 0 && !staff",
  ),
  inFile("server/staff/people/roles.ts", "tests/staff/own-roles.test.ts")(
    "staff",
    "nobody gives what they lack",
    "concerned.every((permissions) => includesAll(held, permissions)) ? undefined : beyond",
    "concerned.every((permissions) => includesAll(held, permissions)) ? undefined : undefined",
  ),
  inFile("server/staff/lists/bulk.ts", "tests/staff/own-roles.test.ts")(
    "staff",
    "an action on many records asks for the permission while it runs",
    "(await mayStill(db, run.staff_id, action.needs))",
    "action.needs",
  ),
  inFile("server/staff/sign-in/sessions.ts", "tests/staff/sign-in.test.ts")(
    "staff",
    "a session is over after an hour without use",
    "const idleLife = hour;",
    "const idleLife = 9 * hour;",
  ),
  inFile("server/staff/sign-in/sessions.ts", "tests/staff/sign-in.test.ts")(
    "staff",
    "a session is over after eight hours",
    "export const staffSessionLife = 8 * hour;",
    "export const staffSessionLife = 80 * hour;",
  ),
  inFile("server/staff/people/people.ts", "tests/staff/people.test.ts")(
    "staff",
    "the last owner stays",
    '  if (row.role === "owner" && (await countOwners(tx)) === 1) return lastOwner;\n    await markRemoved',
    "  await markRemoved",
  ),
];
