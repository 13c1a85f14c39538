import { expect, test } from "vitest";
import { schema } from "../../islands/checkout/payment-form.props.ts";
import * as paymentForm from "../../islands/checkout/payment-form.tsx";
import { mary } from "../islands-shop/countries.ts";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, type Screen } from "../islands-shop/screen.ts";
import { states } from "./payment-form.states.ts";

const typed = { ...mary, sameAsShipping: true };
const props = { ...states.new, typed };
const open = () => openScreen("payment-form", { ...paymentForm, schema }, props);

/** Types at the caret, or deletes before it, like a keyboard. */
async function key(screen: Screen, name: string, typedText: string | "Backspace"): Promise<void> {
  const field = screen.get(`[name=${name}]`);
  await doing(() => {
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    const from = typedText === "Backspace" && start === end ? start - 1 : start;
    const text = typedText === "Backspace" ? "" : typedText;
    field.value = field.value.slice(0, from) + text + field.value.slice(end);
    field.setSelectionRange(from + text.length, from + text.length);
    field.dispatchEvent(new Event("input", { bubbles: true }));
  });
}

const typeKeys = async (screen: Screen, name: string, text: string) => {
  for (const one of text) await key(screen, name, one);
};
const value = (screen: Screen, name: string) => screen.get(`[name=${name}]`).value;

test.each([
  ["cardNumber", "4242424242424242", "4242 4242 4242 4242", "in fours (requirement 95)"],
  ["cardNumber", "42a4-2 4242", "4242 4242", "digits only (requirement 93)"],
  ["cardNumber", "42424242424242429999", "4242 4242 4242 4242", "at most 16 (requirement 94)"],
  ["expirationDate", "0431", "04/31", "MM/YY (requirement 97)"],
  ["expirationDate", "0x4/3 1", "04/31", "digits only (requirement 97)"],
  ["expirationDate", "1330", "12/30", "month above 12 (requirement 98)"],
  ["expirationDate", "0030", "12/30", "month below 1 (requirement 99)"],
  ["expirationDate", "0425", "04/26", "year before the window (requirement 100)"],
  ["expirationDate", "0437", "04/36", "year after the window (requirement 101)"],
  ["securityCode", "12a34", "1234", "digits only (requirement 102)"],
  ["securityCode", "123456", "1234", "at most 4 (requirement 103)"],
])("%s typed as %s reads %s: %s", async (name, keys, shown) => {
  fakeShop({});
  const screen = await open();

  await typeKeys(screen, name, keys);

  expect(value(screen, name)).toBe(shown);
});

test("an expiry of which the year may go on is clamped when its field is left (requirement 100)", async () => {
  fakeShop({});
  const screen = await open();

  await typeKeys(screen, "expirationDate", "0420");
  expect(value(screen, "expirationDate")).toBe("04/20");
  await doing(() => {
    const field = screen.get("[name=expirationDate]");
    field.focus();
    field.blur();
  });

  expect(value(screen, "expirationDate")).toBe("04/26");
});

test("a pasted number is written in the same way (requirements 93–95)", async () => {
  fakeShop({});
  const screen = await open();

  await key(screen, "cardNumber", "Card: 4242-4242 42424242 (Mary)");

  expect(value(screen, "cardNumber")).toBe("4242 4242 4242 4242");
});

test.each([
  ["04/2031", "04/31"],
  ["2031-04", "04/31"],
  ["04 / 31", "04/31"],
])("an expiry date pasted or filled in as %s reads %s", async (pasted, shown) => {
  fakeShop({});
  const screen = await open();

  await key(screen, "expirationDate", pasted);

  expect(value(screen, "expirationDate")).toBe(shown);
});

test("the brand of the card is named from its first digits on, to screen readers too", async () => {
  fakeShop({});
  const screen = await open();
  const named: string[] = [];
  for (const digits of ["4", "", "37", "5555 5", "9"]) {
    await screen.type("cardNumber", digits);
    named.push(screen.get("#card-brand").textContent);
  }
  expect(named).toEqual(["Visa", "", "American Express", "Mastercard", ""]);
  expect(screen.get("[name=cardNumber]").getAttribute("aria-describedby")).toBe("card-brand");
  expect(screen.get("#card-brand").getAttribute("role")).toBe("status");
});

test("the caret stays behind the digit that was typed into the middle", async () => {
  fakeShop({});
  const screen = await open();
  await key(screen, "cardNumber", "42424242");
  const field = screen.get("[name=cardNumber]");

  field.setSelectionRange(2, 2);
  await key(screen, "cardNumber", "9");

  expect(field.value).toBe("4294 2424 2");
  expect(field.selectionStart).toBe(3);
});

test("deleting over a space takes the caret over it, and then the digit before it", async () => {
  fakeShop({});
  const screen = await open();
  await key(screen, "cardNumber", "42424242");
  const field = screen.get("[name=cardNumber]");
  field.setSelectionRange(5, 5);

  await key(screen, "cardNumber", "Backspace");
  expect([field.value, field.selectionStart]).toEqual(["4242 4242", 4]);
  await key(screen, "cardNumber", "Backspace");

  expect([field.value, field.selectionStart]).toEqual(["4244 242", 3]);
});

test("at the end the caret goes behind what the format added", async () => {
  fakeShop({});
  const screen = await open();

  await typeKeys(screen, "expirationDate", "5/");

  const field = screen.get("[name=expirationDate]");
  expect([field.value, field.selectionStart]).toEqual(["05", 2]);
  await typeKeys(screen, "expirationDate", "31");
  expect([field.value, field.selectionStart]).toEqual(["05/31", 5]);
});

test("an expiry date can be deleted key by key", async () => {
  fakeShop({});
  const screen = await open();
  await typeKeys(screen, "expirationDate", "0431");

  const seen: string[] = [];
  for (let presses = 0; presses < 4; presses++) {
    await key(screen, "expirationDate", "Backspace");
    seen.push(value(screen, "expirationDate"));
  }

  expect(seen.at(-1)).toBe("");
});

test("what was typed before the island came alive is written as a card number", async () => {
  fakeShop({});
  const screen = await openScreen("payment-form", { ...paymentForm, schema }, props, { wait: true });
  screen.get("[name=cardNumber]").value = "4242424242424242";

  await screen.trigger();

  expect(value(screen, "cardNumber")).toBe("4242 4242 4242 4242");
});

test("each field tells the browser what belongs into it, and none is given a value by the page", async () => {
  fakeShop({});
  const screen = await openScreen("payment-form", { ...paymentForm, schema }, props, { wait: true });

  const card = ["cardNumber", "expirationDate", "securityCode", "cardName"].map((name) => screen.get(`[name=${name}]`));

  expect(card.map((field) => field.autocomplete)).toEqual(["cc-number", "cc-exp", "cc-csc", "cc-name"]);
  expect(card.map((field) => field.hasAttribute("value"))).toEqual([false, false, false, false]);
});
