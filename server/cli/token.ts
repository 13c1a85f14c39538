import { signInPath } from "../customers/paths.ts";
import { mintCustomToken } from "../identity/custom.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";

const help = `Usage: npm run store -- token EMAIL

Mints a token by which the customer with this mail signs in once, within ten minutes, without a password. The address to open
is printed where PUBLIC_URL is set, else the token alone. Whoever has it is that customer: hand it over by a safe way.

Example
  npm run store -- token demo@example.com

Exit status: 0 printed, 1 nobody has this mail, 2 wrong use.`;

async function run(args: readonly string[], { config, db, now, print, complain }: CommandContext): Promise<number> {
  const asked = readArguments(args, {});
  const [email, ...others] = asked.ok ? asked.value.words : [];
  if (!asked.ok || email === undefined || others.length > 0) {
    complain(`${asked.ok ? "name one mail: token EMAIL" : asked.error}\nSee npm run store -- token --help`);
    return 2;
  }
  const minted = await mintCustomToken(db, email, now());
  if (!minted.ok) {
    complain(`nobody has the mail ${email}, or the account is disabled`);
    return 1;
  }
  const { token } = minted.value;
  print(config.publicUrl === undefined ? token : `${config.publicUrl}${signInPath}?token=${token}`);
  return 0;
}

export const tokenCommand: Command = { summary: "mint a sign-in token for a customer", help, run };
