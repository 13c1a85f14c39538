import { expect, test } from "vitest";
import { secondStepCommand } from "../../server/cli/second-step.ts";
import { customerSubject } from "../../server/customers/security-events.ts";
import { transact } from "../../server/db/transaction.ts";
import { confirmTotpRow } from "../../server/identity/factors/queries.ts";
import { beginTotp, hasTotp } from "../../server/identity/factors/totp.ts";
import { sentEmail, shopWithCustomer } from "../identity/customer-fixture.ts";
import { proofEngines } from "../support/long-form.ts";

test.each(proofEngines)("the owner turns off a lost authenticator app, and the customer is told, on %s", async (engine) => {
  const shop = await shopWithCustomer({ engine });
  const { db, config, now } = shop.shop;
  const ann = customerSubject("ann");
  await beginTotp(db, ann, config.sessionSecret, now());
  await transact(db, (tx) => confirmTotpRow(tx, ann, now()));
  const said: string[] = [];
  const context = {
    config,
    db,
    now,
    print: (line: string) => void said.push(line),
    complain: (line: string) => void said.push(line),
  };
  const run = (...args: string[]) => secondStepCommand.run(args, context as never);

  const statuses = [await run("ANN@example.com"), await run("ann@example.com"), await run("nobody@example.com"), await run()];

  expect(statuses).toEqual([0, 1, 1, 2]);
  expect(await hasTotp(db, ann)).toBe(false);
  expect(said[0]).toBe("The authenticator app of ANN@example.com is turned off.");
  expect((await sentEmail(shop, "Ann@example.com", "Your authenticator app was turned off")).text).toContain("no longer asks");
});
