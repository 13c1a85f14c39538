import { expect, test } from "../support/engines/test.ts";
import { alive, demo, signIn } from "./steps.ts";

const settings = "/storefront/dashboard/settings/";

test("passkeys are offered where the browser has them, and the password signs in with them or without @short", async ({
  tab,
}) => {
  await tab.open(`/identity/signin/?next=${encodeURIComponent(settings)}`);
  await alive(tab, "signin-form");
  await alive(tab, "passkey-signin");
  const shown = () =>
    tab.run(() => ({
      has: "PublicKeyCredential" in window,
      button: [...document.querySelectorAll("button")].some(
        (one) => one.textContent === "Sign in with a passkey" && one.getClientRects().length > 0,
      ),
    }));
  const { has, button } = await shown();
  expect(button).toBe(has);

  await signIn(tab, demo.email, demo.password);
  await tab.arrive(/\/settings\/$/);
  await alive(tab, "passkey-add");
  if (has) await tab.see(["main button", "Add a passkey"]);
  else await tab.see(["main p", /^This browser can’t store passkeys at this address\.$/]);
});
