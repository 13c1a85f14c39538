import { describe, expect, test } from "vitest";
import { reauthenticatePath } from "../../../server/customers/paths.ts";
import { passkeyProofPath } from "../../../server/identity/paths.ts";
import { openShop } from "../../support/shop.ts";
import { customerCalled } from "./people.ts";
import { answersOf, nameOf, type Row } from "./row.ts";
import { ask, formatsOf } from "./send-request.ts";
import { table } from "./table.ts";

/**
 * The calls that make the proof. They are left out because they, too, redirect to the page that
 * asks for a proof.
 */
const proofs: readonly string[] = [reauthenticatePath, passkeyProofPath];
const isAsking = ({ path, kind }: Row) => answersOf(kind).guest === 401 && !proofs.includes(path);

describe.each(["json", "native"] as const)("eleven minutes after the sign-in, in %s,", (format) => {
  test("a customer is asked for a proof by exactly the calls that say so", async () => {
    const shop = await openShop({ pays: false });
    const rows = table.filter((row) => isAsking(row) && formatsOf(row).includes(format));
    const asked: string[] = [];
    let customers = 0;
    for (const row of rows) {
      // Each call has its own customer, since some calls end the session.
      customers += 1;
      const mary = await customerCalled(shop, `mary-${customers}`);
      await shop.shop.db
        .updateTable("session")
        .set({ authenticated_at: shop.shop.now() - 660_000 })
        .execute();
      const answer = await ask(row, format, mary);
      const isAsked =
        format === "json"
          ? answer.status === 403 && answer.text.includes('"code":"reauthenticate"')
          : answer.status === 303 && answer.headers.get("location") === reauthenticatePath;
      if (isAsked) asked.push(`${nameOf(row)} ${row.summary}`);
    }
    expect(asked).toEqual(rows.filter(({ proof }) => proof).map((row) => `${nameOf(row)} ${row.summary}`));
    expect(asked.length).toBeGreaterThan(3);
  });
});
