import { describe, expect, test } from "vitest";
import { tidyCode } from "../server/checkout/rules/promo-fields.ts";
import { noSettings, settingFaults } from "../server/content/rules/shop-settings.ts";
import { isPhone, tidyAddress } from "../server/customers/rules/address.ts";
import { emailErrors, tidyEmail } from "../server/customers/rules/email.ts";
import { tidyValue, valueError } from "../server/customers/rules/profile.ts";
import { splitName } from "../server/identity/rules/names.ts";
import { orderNumber } from "../server/orders/rules/number.ts";
import { cardErrors, formatCardNumber, formatExpiry, formatSecurityCode, tidyCard } from "../server/payments/rules/card.ts";
import { texas } from "./support/addresses.ts";

describe("what is typed or pasted counts as it looks", () => {
  test.each([
    ["+1 (512) 555\u20110100", "+1 (512) 555-0100"],
    ["512\u2013555\u20130100", "512-555-0100"],
    ["512\u2212555\u22120100", "512-555-0100"],
    ["\u202d+1 512 555 0100\u202c", "+1 512 555 0100"],
    ["+1\ufe0d-512-555-0100", "+1-512-555-0100"],
    ["+47\u200b 12345678", "+47 12345678"],
    ["（５１２）５５５－０１００", "(512)555-0100"],
    ["(802) 863-3489", "(802) 863-3489"],
  ])("the phone number %j, of an address, a profile and the shop", (typed, phone) => {
    expect(tidyAddress({ ...texas, phone: typed }).phone).toBe(phone);
    expect(tidyValue("phone", typed)).toBe(phone);
    expect(isPhone(phone)).toBe(true);
    expect(valueError("phone", phone, "2026-05-04")).toBeUndefined();
    expect(settingFaults({ ...noSettings, storeName: "Seeds", contactPhone: phone })).toEqual([]);
  });

  test.each(["ann@example.com\u200b", "\u202aann@example.com\u202c", "ann\u00ad@example.com", "ａｎｎ＠ｅｘａｍｐｌｅ．ｃｏｍ"])(
    "the email address %j",
    (typed) => {
      expect(tidyEmail(typed)).toBe("ann@example.com");
      expect(emailErrors(tidyEmail(typed))).toEqual([]);
    },
  );

  test.each(["WELCOME10\u200b", "\u200eWELCOME10", "\uff37\uff25\uff2c\uff23\uff2f\uff2d\uff2510", "welcome10\u2060"])(
    "the promo code %j",
    (typed) => {
      expect(tidyCode(typed)).toBe("WELCOME10");
    },
  );

  test.each(["4242\u20114242\u20114242\u20114242", "\u202a4242424242424242\u202c", "４２４２ ４２４２ ４２４２ ４２４２"])(
    "the card number %j, in the browser and without scripts",
    (cardNumber) => {
      const card = tidyCard({
        cardNumber,
        expirationDate: "１２／３０",
        securityCode: "１２３\u200b",
        cardName: "\u200eAda Shopper",
      });
      expect(cardErrors(card, { year: 2026, month: 7 })).toEqual([]);
      expect(card.cardName).toBe("Ada Shopper");
      expect(formatCardNumber(cardNumber)).toBe("4242 4242 4242 4242");
      expect(formatExpiry("１２／３０", 2026)).toBe("12/30");
      expect(formatSecurityCode("１２３\u200b")).toBe("123");
    },
  );

  test("the number of an order", () => {
    expect(orderNumber("\u200e#１００１")).toBe(1001);
  });

  test("a name, whose dashes are hyphens; one of nothing visible is empty", () => {
    expect(tidyAddress({ ...texas, firstName: "\u200bAnne\u2013Ｍarie\u3000 Lou\ufeff" }).firstName).toBe("Anne-Marie Lou");
    expect(splitName("\u2068Ada\u2069 Lovelace")).toEqual({ firstName: "Ada", lastName: "Lovelace" });
    for (const nothing of ["\u200b", "\u3164", "\u2800", "\u00ad \u2060", "\ufe0f"])
      expect(tidyValue("first_name", nothing), JSON.stringify(nothing)).toBe("");
  });

  test("joiners stay in the names whose script is spelled with them, and go from others", () => {
    const persian = "علی\u200cرضا";
    expect(tidyValue("first_name", `${persian}\u200c`)).toBe(persian);
    expect(tidyValue("first_name", "An\u200dn")).toBe("Ann");
  });

  test("a street's fractions stay as they are", () => {
    expect(tidyAddress({ ...texas, streetAddress1: "12½ Main\u200b  St" }).streetAddress1).toBe("12½ Main St");
  });
});
