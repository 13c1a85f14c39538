import type { Command } from "../../server/cli/command.ts";
import type { TestShop } from "../support/shop.ts";

/** Runs a command as the owner types it. A running shop does its jobs while the command waits. */
export const typeCommand = (shop: TestShop, command: Command, words: string) =>
  typeWords(shop, command, words.split(" ").filter(Boolean));

/** Runs a command whose words may contain blanks. */
export async function typeWords(shop: TestShop, command: Command, words: readonly string[]) {
  const { db, config, now } = shop.shop;
  const [out, err]: [string[], string[]] = [[], []];
  const output = {
    print: (text: string) => void out.push(text),
    complain: (text: string) => void err.push(text),
    pause: shop.runJobs,
  };
  const status = await command.run(words, { config, db, now, ...output });
  return { status, out: out.join("\n"), err: err.join("\n") };
}
