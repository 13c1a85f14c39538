import { expect, test } from "vitest";
import { NewPassword } from "../../islands/ui/password-rules.tsx";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { openScreen } from "../islands-shop/screen.ts";
import { states } from "./new-password.states.ts";

const open = async (error?: string) => {
  fakeShop({});
  return await openScreen("new-password", { default: NewPassword }, { ...states.new, error });
};

test.each([
  ["a b", [], "Weak"],
  ["short1", ["A number or symbol", "No spaces"], "Medium"],
  ["longenough", ["At least 8 characters", "No spaces"], "Medium"],
  ["long!enough", ["At least 8 characters", "A number or symbol", "No spaces"], "Strong"],
])(
  "while “%s” is typed the rules that it meets are ticked off, and its strength is told (requirements 219, 220)",
  async (typed, met, strength) => {
    const screen = await open();
    const texts = (selector: string) => [...screen.el.querySelectorAll(selector)].map(({ textContent }) => textContent);
    expect(texts(".password-rules li")).toEqual(["At least 8 characters", "A number or symbol", "No spaces"]);
    expect(screen.get("[role=status]").textContent).toBe("");

    await screen.type("password", typed);

    expect(texts("[data-met]")).toEqual(met);
    expect(screen.get("[role=status]").textContent).toBe(`Strength: ${strength}`);
  },
);

test("the field is described by the rules, and by its message when it has one", async () => {
  expect((await open()).get("[name=password]").getAttribute("aria-describedby")).toBe("password-rules");
  const wrong = (await open("Use another.")).get("[name=password]");
  expect(wrong.getAttribute("aria-describedby")).toBe("password-error password-rules");
});
