import { randomBytes } from "node:crypto";
import { createPath, findPath } from "../../../server/checkout/cart-paths.ts";
import { emailPath, methodPath, shippingPath, totalsPath } from "../../../server/checkout/paths.ts";
import { startPhoneOrder } from "../../../server/checkout/phone-orders.ts";
import { saveAddress } from "../../../server/customers/checkout-addresses.ts";
import { createOneTimeToken } from "../../../server/customers/one-time-tokens.ts";
import { customerSource, customerSubject } from "../../../server/customers/security-events.ts";
import { sessionId, startSession } from "../../../server/customers/sessions.ts";
import { transact } from "../../../server/db/transaction.ts";
import { confirmTotpRow, deleteTotp, putTotpRemoval } from "../../../server/identity/factors/queries.ts";
import { keepPendingSignIn } from "../../../server/identity/factors/second-step.ts";
import { beginTotp, pendingSecret } from "../../../server/identity/factors/totp.ts";
import { codeOf, stepAt } from "../../../server/identity/factors/totp-code.ts";
import { createChallenge } from "../../../server/identity/passkeys/challenges.ts";
import { addPasskey } from "../../../server/identity/passkeys/register.ts";
import { userHandleOf } from "../../../server/identity/passkeys/user-handle.ts";
import { flowHash } from "../../../server/identity/social/flow-cookie.ts";
import { createOrderToken } from "../../../server/orders/order-token.ts";
import { insertGrant } from "../../../server/orders/queries/grants.ts";
import { relyingPartyOf } from "../../../server/web/relying-party.ts";
import { sessionHash } from "../../../server/web/session.ts";
import { insertFavourite } from "../../../server/wishlist/queries.ts";
import { addCustomer } from "../../identity/customer-fixture.ts";
import { placed } from "../../orders/order-fixture.ts";
import { address } from "../../payments/shopper.ts";
import { SoftwareAuthenticator } from "../../support/authenticator.ts";
import { beginSession } from "../../support/begin-session.ts";
import type { TestBrowser } from "../../support/browser-of.ts";
import { passwordHash } from "../../support/customer-password.ts";
import type { TestShop } from "../../support/shop.ts";
import { addOrderPaper } from "./order-paper.ts";
import type { Known } from "./row.ts";

export const nobody = "0".repeat(32);
const newId = () => randomBytes(16).toString("hex");
const visitorOf = (browser: TestBrowser): string => browser.jar.get("visitor")?.split(".")[0] ?? "";

/**
 * A person's address. Its names and its street contain `name`, so that a test recognizes them as
 * this person's data.
 */
const homeOf = (name: string) => ({
  ...address,
  firstName: `${name}-first`,
  lastName: `${name}-last`,
  streetAddress1: `7 ${name}-street`,
  phone: "512 555 0188",
});

/** Makes a mailed link for a customer or an order, like its email does. */
const linkFor =
  ({ shop }: TestShop, browser: TestBrowser, customerId: string, email: string, orderId: string): Known["link"] =>
  async (kind) => {
    const hour = 3_600_000;
    const [now, subject] = [shop.now(), kind === "lookup" ? orderId : customerId];
    if (kind === "social") return await comeBack(shop, browser, customerId, email);
    if (kind === "order") return await createOrderToken(shop.db, orderId, now);
    if (kind === "keep-totp") await transact(shop.db, (tx) => putTotpRemoval(tx, customerId, now));
    if (kind === "phone-order") return await phoneOrderLinkOf(shop, now);
    if (kind !== "sign-up")
      return await createOneTimeToken(
        shop.db,
        { kind, subject, payload: { email, visitor: visitorOf(browser) }, lifetime: hour },
        now,
      );
    const account = { email: `${newId()}@example.com`, firstName: "New", lastName: "", sealed: passwordHash };
    return await createOneTimeToken(shop.db, { kind, subject: account.email, payload: account, lifetime: hour }, now);
  };

/** A link to a phone order that the staff have started. */
async function phoneOrderLinkOf({ db }: TestShop["shop"], now: number): Promise<string> {
  const checkoutId = await startPhoneOrder(db, { takenBy: "staff:somebody", now, record: async () => {} });
  return await createOneTimeToken(db, { kind: "phone-order", subject: checkoutId, lifetime: 3_600_000 }, now);
}

/** Simulates a return from a provider to this browser; returns the subject. */
async function comeBack({ db, now }: TestShop["shop"], browser: TestBrowser, customerId: string, email: string): Promise<string> {
  const subject = `subject-of-${customerId}`;
  const nothing = { name: "", gender: "", birthday: "", next: null, popup: null, spent_at: null };
  const [flow, cookie] = ["0123456789abcdef", `flow-of-${customerId}`];
  browser.jar.set(`social-${flow}`, cookie);
  const visitor = flowHash(cookie);
  const row = { visitor, token_id: newId(), provider: "demo-1", label: "Demo", subject, email, email_verified: 1 };
  await db.deleteFrom("social_return").where("visitor", "=", visitor).execute();
  await db
    .insertInto("social_return")
    .values({ ...row, ...nothing, customer_id: customerId, expires_at: now() + 300_000 })
    .execute();
  return subject;
}

const totpFor =
  ({ shop }: TestShop, browser: TestBrowser, name: string): Known["totp"] =>
  async (state) => {
    const { db, config, now } = shop;
    const subject = customerSubject(name);
    await transact(db, (tx) => deleteTotp(tx, subject));
    await beginTotp(db, subject, config.sessionSecret, now());
    const secret = await pendingSecret(db, subject, config.sessionSecret, now());
    if (state === "pending") return codeOf(secret ?? Buffer.alloc(0), stepAt(now()));
    await transact(db, (tx) => confirmTotpRow(tx, subject, now()));
    const pending = { subject, visitor: visitorOf(browser), way: "Password", favourites: [], at: now() };
    if (state === "sign-in") await transact(db, (tx) => keepPendingSignIn(tx, pending, now()));
    return codeOf(secret ?? Buffer.alloc(0), stepAt(now()));
  };

/** Answers a passkey challenge that was made for this browser. */
const passkeyFor =
  ({ shop }: TestShop, browser: TestBrowser, name: string, key: SoftwareAuthenticator): Known["passkey"] =>
  async (answer) => {
    const user = { id: userHandleOf(customerSubject(name)).toString("base64url") };
    const bound = { visitor: visitorOf(browser), subject: answer === "new" ? name : "" };
    const challenge = (await createChallenge(shop.db, bound, shop.now())).toString("base64url");
    return answer === "new" ? new SoftwareAuthenticator().create({ challenge, user }) : key.get({ challenge });
  };

/** Adds a passkey to an account, as a browser does. */
async function addPasskeyOf({ shop }: TestShop, browser: TestBrowser, name: string): Promise<SoftwareAuthenticator> {
  const { db, now } = shop;
  const [key, visitor] = [new SoftwareAuthenticator(), visitorOf(browser)];
  const user = { id: userHandleOf(customerSubject(name)).toString("base64url") };
  const challenge = (await createChallenge(db, { visitor, subject: name }, now())).toString("base64url");
  const holder = { customerId: name, visitor, source: customerSource({ address: "", agent: "", requestId: "" }) };
  const credential = key.create({ challenge, user });
  await addPasskey(shop, relyingPartyOf(shop.config.publicUrl), holder, { name: `${name}-passkey`, credential });
  return key;
}

/** A checkout with every step answered and its total shown. */
export async function checkoutOf(browser: TestBrowser, name: string): Promise<Pick<Known, "checkoutId" | "lineId">> {
  const lines = [{ variantId: "v-2", quantity: 1 }];
  const { body } = await browser.post(createPath, { lines });
  const { checkoutId } = (body as { data: { checkoutId: string } }).data;
  await browser.post(emailPath, { checkoutId, email: `${name}@example.com` });
  await browser.post(shippingPath, { checkoutId, shippingAddress: homeOf(name), saveForLater: false });
  await browser.post(methodPath, { checkoutId, shippingMethodId: "standard" });
  await browser.get(`${totalsPath}?checkoutId=${checkoutId}`);
  const found = await browser.get(`${findPath}?checkoutId=${checkoutId}`);
  const [line] = (found.body as { data: { lines: { id: string }[] } }).data.lines;
  return { checkoutId, lineId: line?.id ?? "" };
}

/** A guest with a checkout and an order, and without an account. */
export async function guestCalled(shop: TestShop, name: string): Promise<Known> {
  const browser = shop.browser();
  await browser.token();
  const email = `${name}@example.com`;
  const checkout = await checkoutOf(browser, name);
  const order = await orderOf(shop, name, { customerId: null, visitor: visitorOf(browser) });
  const link = linkFor(shop, browser, nobody, email, order.orderId);
  const none = { addressId: nobody, sessionId: nobody, passkeyId: nobody };
  const passkey = passkeyFor(shop, browser, nobody, new SoftwareAuthenticator());
  return { name, browser, email, ...checkout, ...order, ...none, link, totp: async () => "000000", passkey };
}

async function orderOf(
  { shop }: TestShop,
  name: string,
  payer: { customerId: string | null; visitor: string | null },
): Promise<Pick<Known, "orderId" | "orderNumber">> {
  const home = homeOf(name);
  const { id, number } = await placed(shop.db, {
    at: shop.now(),
    ...payer,
    email: `${name}@example.com`,
    shippingAddress: home,
    billingAddress: home,
  });
  await addOrderPaper(shop, id, name);
  return { orderId: id, orderNumber: number };
}

/**
 * A customer who has a record of each kind. The customer is signed in on two devices; `sessionId`
 * is the other one's session.
 */
export async function customerCalled(shop: TestShop, name: string): Promise<Known> {
  const { db, now } = shop.shop;
  const browser = shop.browser();
  await browser.token();
  const email = `${name}@example.com`;
  await addCustomer(shop, name, { first_name: `${name}-first`, last_name: `${name}-last`, phone: "512 555 0188" });
  const other = await transact(db, async (tx) => {
    await saveAddress(tx, { customerId: name, id: undefined }, homeOf(name), now());
    await insertFavourite(tx, { customerId: name, productId: "p-2" }, now());
    return await startSession(tx, name, `${name}-telephone`, now(), { visitor: "another browser" });
  });
  await beginSession(shop, browser, name, `${name}-laptop`);
  const checkout = await checkoutOf(browser, name);
  const order = await orderOf(shop, name, { customerId: name, visitor: null });
  const { id: addressId } = await db
    .selectFrom("customer_address")
    .select("id")
    .where("customer_id", "=", name)
    .executeTakeFirstOrThrow();
  const link = linkFor(shop, browser, name, email, order.orderId);
  const totp = totpFor(shop, browser, name);
  const key = await addPasskeyOf(shop, browser, name);
  const secrets = { link, totp, passkey: passkeyFor(shop, browser, name, key), passkeyId: key.credentialId };
  return { name, browser, email, ...checkout, ...order, addressId, sessionId: sessionId(sessionHash(other)), ...secrets };
}

/** A browser that has followed the link mailed for an order. */
export async function grantedTo(shop: TestShop, { name, orderId, email, orderNumber }: Known): Promise<Known> {
  const known = await guestCalled(shop, `grant-${newId().slice(0, 6)}`);
  const until = shop.shop.now() + 3_600_000;
  await transact(shop.shop.db, (tx) => insertGrant(tx, visitorOf(known.browser), orderId, until));
  return { ...known, name, orderId, email, orderNumber };
}

/** The same requests with ids that nobody has. */
export const nothingKnown = (known: Known): Known => ({
  ...known,
  checkoutId: nobody,
  lineId: nobody,
  orderId: nobody,
  addressId: nobody,
  sessionId: nobody,
  totp: async () => "000000",
  passkeyId: nobody,
  passkey: async () => "{}",
  email: `nobody-${newId()}@example.com`,
  link: async () => "A".repeat(43),
});

/** Visitors without a session who have no right to the owner's records. */
export async function guestsBeside(shop: TestShop, owner: Known): Promise<[who: string, Known][]> {
  const [fresh, own, holder, expired] = [
    await guestCalled(shop, "fresh"),
    await guestCalled(shop, "own"),
    await guestCalled(shop, "holder"),
    await guestCalled(shop, "expired"),
  ];
  fresh.browser.jar.clear();
  holder.browser.jar.set("checkoutId", owner.checkoutId);
  expired.browser.jar.set("user_id", "A".repeat(43));
  return [
    ["a new visitor", fresh],
    ["a guest with a checkout and an order", own],
    ["a guest whose cookie names the owner's checkout", holder],
    ["a browser with a session that is none", expired],
  ];
}
