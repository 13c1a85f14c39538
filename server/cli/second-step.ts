import { normaliseEmail } from "../customers/rules/email.ts";
import { ownerSource } from "../customers/security-events.ts";
import { removeAuthenticator } from "../identity/factors/authenticator.ts";
import { findAccountByEmail } from "../identity/queries.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- second-step EMAIL

Turns off the authenticator app of the customer with this email, and ends its recovery codes: for somebody who has lost both.
The password stays, and the customer is emailed. Make sure first that it is the customer who asks.

Example
  npm run store -- second-step ann@example.com

Exit status: 0 turned off, 1 no customer has this email, or no app is in use, 2 wrong use.`;

async function run(args: readonly string[], { db, now, print, complain }: CommandContext): Promise<number> {
  const parsed = readArguments(args, {});
  const [email, ...others] = parsed.ok ? parsed.value.words : [];
  if (!parsed.ok || email === undefined || others.length > 0) {
    complain(`${parsed.ok ? "give one email: second-step EMAIL" : parsed.error}\nSee npm run store -- second-step --help`);
    return 2;
  }
  const account = await findAccountByEmail(db, normaliseEmail(email));
  const holder = account && { customerId: account.id, source: ownerSource() };
  const outcome = holder && (await removeAuthenticator({ db, now, notifyWorker: () => {} }, holder));
  if (!outcome?.ok) {
    complain(account ? `${email} signs in without an authenticator app.` : `No customer has the email ${email}.`);
    return 1;
  }
  print(`The authenticator app of ${email} is turned off.`);
  return 0;
}

export const secondStepCommand: Command = { summary: "turn off a customer's authenticator app", help, run };
