import { describe, expect, test } from "vitest";
import { newReference, openNmi } from "./fixture.ts";

describe("the check at the start", () => {
  test("reads the records, and moves no money", async () => {
    const { gateway, emulator, account } = await openNmi();

    expect(await gateway.check({})).toEqual({ status: "accepted" });
    expect(emulator.calls.map(({ path }) => path)).toEqual(["/api/query.php"]);
    expect(account.transactions).toEqual([]);
  });

  test("refuses a wrong key, by the variable's name", async () => {
    const { gateway } = await openNmi({ secret: "wrong" });

    const checked = await gateway.check({});

    expect(checked).toMatchObject({
      status: "refused",
      text: expect.stringMatching(/^PAYMENT_GATEWAY_SECRET must be .*API and Query$/),
    });
    const authorized = await gateway.capture({ reference: newReference(), authRef: "1", amountCents: 1 });
    expect(authorized).toMatchObject({ status: "error", code: "unauthorized" });
  });

  test("refuses a key that may not read the records, which the shop needs", async () => {
    const { gateway, emulator } = await openNmi();
    emulator.records = "off";

    expect(await gateway.check({})).toMatchObject({ status: "refused", text: expect.stringContaining("the permission Query") });
  });

  test.each(["cut_before", "server_error", "redirect", { body: "<html>Maintenance</html>" }, { body: "" }] as const)(
    "refuses nothing for %o",
    async (mishap) => {
      const { gateway, emulator } = await openNmi();
      emulator.spoil("query", mishap);

      expect(await gateway.check({})).toMatchObject({ status: "unknown" });
    },
  );

  test("refuses nothing for another error, or for silence until the deadline", async () => {
    const { gateway, emulator } = await openNmi();
    emulator.records = { error: "Gateway busy" };
    expect(await gateway.check({})).toMatchObject({ status: "unknown", code: "records_unavailable" });

    emulator.spoil("query", "late");
    expect(await gateway.check({ deadlineMs: 100 })).toMatchObject({ status: "unknown", code: "timeout" });
  });
});
