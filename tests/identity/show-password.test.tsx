import { expect, test } from "vitest";
import { NewPassword } from "../../islands/ui/password-rules.tsx";
import { fakeShop } from "../islands-shop/fake-shop.ts";
import { openScreen } from "../islands-shop/screen.ts";
import { states } from "./new-password.states.ts";

test("a password is hidden until its button shows it, and what was typed stays", async () => {
  fakeShop({});
  const screen = await openScreen("new-password", { default: NewPassword }, states.new);
  const field = screen.get<HTMLInputElement>("[name=password]");
  await screen.type("password", "Green-leaf-42");
  expect(field.type).toBe("password");

  await screen.press("Show password");
  expect(field.type).toBe("text");
  expect(field.value).toBe("Green-leaf-42");
  expect(screen.get<HTMLButtonElement>(".password-show").type).toBe("button");

  await screen.press("Hide password");
  expect(field.type).toBe("password");
});
