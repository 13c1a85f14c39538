import { signInPath } from "../customers/paths.ts";
import { mintCustomToken } from "../identity/custom.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- token EMAIL

Creates a token that signs in the customer with this email once, within 10 minutes, without a password. Prints the link to open
if PUBLIC_URL is set, otherwise only the token. Anyone who has it can sign in as this customer: share it securely.

Example
  npm run store -- token demo@example.com

Exit status: 0 printed, 1 no customer has this email, 2 wrong use.`;

async function run(args: readonly string[], { config, db, now, print, complain }: CommandContext): Promise<number> {
  const parsed = readArguments(args, {});
  const [email, ...others] = parsed.ok ? parsed.value.words : [];
  if (!parsed.ok || email === undefined || others.length > 0) {
    complain(`${parsed.ok ? "give one email: token EMAIL" : parsed.error}\nSee npm run store -- token --help`);
    return 2;
  }
  const minted = await mintCustomToken(db, email, now());
  if (!minted.ok) {
    complain(`No customer has the email ${email}, or the account is disabled.`);
    return 1;
  }
  const { token } = minted.value;
  print(config.publicUrl === undefined ? token : `${config.publicUrl}${signInPath}?token=${token}`);
  return 0;
}

export const tokenCommand: Command = { summary: "create a sign-in token for a customer", help, run };
