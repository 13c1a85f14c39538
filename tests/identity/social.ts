import { onTestFinished, vi } from "vitest";
import { newUserPath, socialCallbackPath, socialPath, socialReturnPath, tokenPath } from "../../server/identity/paths.ts";
import type { DemoPerson } from "../../server/identity/social/demo/people.ts";
import { openDemoProvider, type RunningDemo } from "../../server/identity/social/demo/provider.ts";
import { type Answer, TestBrowser } from "../support/browser-of.ts";
import type { TestShop, TestShopOptions } from "../support/shop.ts";
import { shopWithCustomer } from "./customer-fixture.ts";

/** The people that the tests' provider knows. */
export const people: readonly DemoPerson[] = [
  {
    sub: "p-mary",
    name: "Mary Ann Lee",
    email: "Mary@example.com",
    email_verified: true,
    gender: "female",
    birthdate: "1990-05-04",
  },
  { sub: "p-cher", name: "Cher", email: "cher@example.com", email_verified: true },
  { sub: "p-ann", name: "Ann Verified", email: "ann@example.com", email_verified: true },
  { sub: "p-sly", name: "Sly Stranger", email: "ann@example.com", email_verified: false },
  { sub: "p-sam", name: "Sam Okafor", email: "sam@example.com", email_verified: false },
  { sub: "p-none", name: "No Address", email: "", email_verified: false },
];

const publicUrl = "http://shop.test";
const secret = "a-secret-of-the-tests";

export type SocialShop = TestShop & { providers: readonly RunningDemo[] };

type Options = TestShopOptions & {
  /** the secret that the shop is configured with */
  clientSecret?: string;
  customer?: Parameters<typeof shopWithCustomer>[1];
};

/** A shop with one customer and two real providers on this machine. */
export async function socialShop({ clientSecret = secret, env = {}, customer, ...options }: Options = {}): Promise<SocialShop> {
  // The library warns that it is for demonstrations only.
  const silenced = (["warn", "info"] as const).map((kind) => vi.spyOn(console, kind).mockImplementation(() => {}));
  const providers = await Promise.all(
    ["One", "Two"].map((label, at) =>
      openDemoProvider({ label, people, clientSecret: secret, returnAddress: publicUrl + socialCallbackPath(at + 1) }),
    ),
  );
  onTestFinished(async () => {
    for (const { close } of providers) await close();
    for (const spy of silenced) spy.mockRestore();
  });
  const settings = providers.map(({ issuer }, at) => ({
    [`SOCIAL_${at + 1}_ISSUER`]: issuer,
    [`SOCIAL_${at + 1}_CLIENT_ID`]: "shop",
    [`SOCIAL_${at + 1}_CLIENT_SECRET`]: clientSecret,
    [`SOCIAL_${at + 1}_LABEL`]: `Example ${at + 1}`,
  }));
  const shop = await shopWithCustomer({ ...options, env: Object.assign({}, ...settings, env) }, customer);
  return Object.assign(shop, { providers });
}

/** The address that an answer redirects to. */
export const leads = ({ headers }: Answer): string => headers.get("location") ?? "";

type Choice = {
  place?: 1 | 2;
  person?: string;
  query?: string;
  /** changes the provider's address on the way */
  tamper?: (address: URL) => void;
};

/**
 * A shopper presses a provider's link and chooses a person there, as in a browser. Returns the
 * shop's path that the provider leads back to.
 */
export async function comeBack(shop: SocialShop, browser: TestBrowser, choice: Choice = {}): Promise<string> {
  const { place = 1, person = "p-mary", query = "", tamper } = choice;
  const address = new URL(leads(await browser.get(socialPath(place) + query)));
  tamper?.(address);
  const { issuer } = shop.providers[place - 1] as RunningDemo;
  const there = new TestBrowser(issuer);
  const walk = async (answer: Answer): Promise<string> => {
    const to = new URL(leads(answer), issuer);
    if (to.origin !== issuer) return to.pathname + to.search;
    const next = await there.get(to.pathname + to.search);
    if (next.status < 400 && next.headers.has("location")) return await walk(next);
    const body = new URLSearchParams({ person }).toString();
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    return await walk(await there.request("POST", to.pathname, { body, headers }));
  };
  return await walk(await there.get(address.pathname + address.search));
}

/** Comes back from the provider, and returns the shop's answer. */
export const returned = async (shop: SocialShop, browser: TestBrowser, choice: Choice = {}): Promise<Answer> =>
  await browser.get(await comeBack(shop, browser, choice));

type ReturnForm = { entry: string; user: Record<string, string>; asks: boolean; next?: string; popup?: string };

/** The props of the island on the page after the return. */
export async function returnForm(browser: TestBrowser, path: string = socialReturnPath): Promise<ReturnForm> {
  const page = await browser.get(path);
  const [, props = ""] = /data-island="social-return"[^>]* data-props='([^']*)'/.exec(page.text) ?? [];
  const plain = props.replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&lt;", "<").replaceAll("&amp;", "&");
  return JSON.parse(plain) as ReturnForm;
}

/** Comes back from the provider, and makes the page's two calls. */
export async function signInBy(shop: SocialShop, browser: TestBrowser, choice: Choice & { password?: string } = {}) {
  await returned(shop, browser, choice);
  const { user, entry } = await returnForm(browser);
  const made = await browser.post(newUserPath, { ...user, ...(choice.password && { password: choice.password }) });
  const verified = await browser.post(tokenPath, { token: entry });
  return { made, verified };
}
