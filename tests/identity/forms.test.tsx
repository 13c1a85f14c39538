import { createChallenge, verifySolution } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/pbkdf2";
import { act } from "server-islands/testing";
import { expect, onTestFinished, test, vi } from "vitest";
import { schema as customSchema } from "../../islands/identity/custom-signin.props.ts";
import * as customSignin from "../../islands/identity/custom-signin.tsx";
import { schema as signinSchema } from "../../islands/identity/signin-form.props.ts";
import * as signinForm from "../../islands/identity/signin-form.tsx";
import { schema as signupSchema } from "../../islands/identity/signup-form.props.ts";
import * as signupForm from "../../islands/identity/signup-form.tsx";
import { solveChallenge } from "../../islands/ui/proof-of-work.ts";
import type { WorkChallenge } from "../../server/web/proof-of-work/schema.ts";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation } from "../islands-shop/screen.ts";
import { states as customStates } from "./custom-signin.states.ts";
import { states as signinStates } from "./signin-form.states.ts";
import { states as signupStates } from "./signup-form.states.ts";

const signin = "POST /identity/signin/";
const signup = "POST /identity/signup/";
const verify = "POST /identity/verify_token/";
const verified = { status: "success", message: "You’re signed in." };

const openSignin = (more: object = {}) =>
  openScreen("signin-form", { ...signinForm, schema: signinSchema }, { ...signinStates.new, ...more });
const openSignup = (more: object = {}) =>
  openScreen("signup-form", { ...signupForm, schema: signupSchema }, { ...signupStates.new, ...more });
const openCustom = (more: object = {}) =>
  openScreen("custom-signin", { ...customSignin, schema: customSchema }, { ...customStates.new, ...more });

test("a sign-in brings its token to the shop with what was liked here, then goes on to next (requirements 26, 29, 31, 189)", async () => {
  const shop = fakeShop({ [signin]: { data: { token: "a-token" } }, [verify]: verified });
  localStorage.favorites = '["p-2","p-1"]';
  const visited = watchNavigation();
  const screen = await openSignin({ next: "/storefront/cart/" });

  await screen.type("email", "ann@example.com");
  await screen.type("password", "Green-leaf-42");
  await screen.press("Sign in");

  expect(shop.requests.map(({ body }) => body)).toEqual([
    { email: "ann@example.com", password: "Green-leaf-42" },
    { token: "a-token", favorites: ["p-2", "p-1"] },
  ]);
  expect(localStorage.favorites).toBeUndefined();
  expect(toasts()).toEqual(["success: You’re signed in."]);
  expect(visited).toEqual(["/storefront/cart/"]);
});

test("what breaks a rule is told beside its field, which is marked, and nothing is sent (requirements 174, 176)", async () => {
  const shop = fakeShop({});
  const screen = await openSignin();

  await screen.press("Sign in");

  expect(screen.get("#email-error").textContent).toBe("Enter an email address like name@example.com.");
  expect(screen.get("#password-error").textContent).toBe("Enter your password.");
  expect(screen.get("[name=email]").getAttribute("aria-invalid")).toBe("true");
  expect(document.activeElement).toBe(screen.get("[name=email]"));
  expect(shop.requests).toEqual([]);
});

test("a refused sign-in is told in a banner, which goes with the next try (requirements 177, 178)", async () => {
  const second = held();
  const wrong = { error: "Invalid username or password", code: "wrong_credentials" };
  fakeShop({ [signin]: [reply(401, wrong), second.answer] });
  const screen = await openSignin({ typed: { email: "ann@example.com" } });
  await screen.type("password", "wrong");

  await screen.press("Sign in");

  const banner = screen.get("[role=alert]");
  expect(banner.querySelector("h2")?.textContent).toBe("Something went wrong!");
  expect(banner.querySelector("p")?.textContent).toBe("Invalid username or password");
  const password = screen.get("[name=password]");
  expect(password.value).toBe("wrong");
  expect(screen.get(`#${password.getAttribute("aria-describedby")}`).textContent).toBe("Invalid username or password");
  expect(document.activeElement).toBe(password);
  expect(toasts()).toEqual([]);
  await screen.press("Sign in");
  expect(screen.find("[role=alert]")).toBeNull();
  expect(screen.button("Sign in").disabled).toBe(true);
  await doing(() => second.give(reply(429, { error: "too many tries, please try again in 14 minutes" })));
  expect(screen.get("[role=alert] p").textContent).toBe("too many tries, please try again in 14 minutes");
});

test("a token that the shop refuses is told in the shop's words (requirement 179)", async () => {
  fakeShop({
    [signin]: { data: { token: "a-token" } },
    [verify]: reply(401, { error: "This sign-in has expired. Please sign in again." }),
  });
  localStorage.favorites = '["p-1"]';
  const visited = watchNavigation();
  const screen = await openSignin({ typed: { email: "ann@example.com" } });
  await screen.type("password", "Green-leaf-42");

  await screen.press("Sign in");

  expect(screen.get("[role=alert] p").textContent).toBe("This sign-in has expired. Please sign in again.");
  expect(localStorage.favorites).toBe('["p-1"]');
  expect(visited).toEqual([]);
});

test("a custom token signs in by itself and leads to the welcome page (requirements 27, 184)", async () => {
  const shop = fakeShop({ [verify]: verified });
  const visited = watchNavigation();

  const screen = await openCustom();
  await through(() => expect(visited.length).toBe(1));

  expect(shop.requests.map(({ body }) => body)).toEqual([{ token: "custom", favorites: [] }]);
  expect(visited).toEqual(["/identity/welcome/"]);
  expect(screen.get<HTMLInputElement>("[name=token]").type).toBe("hidden");
});

test("who is signed in as somebody else is asked before a custom token is used", async () => {
  const shop = fakeShop({ [verify]: verified });
  const visited = watchNavigation();
  const screen = await openCustom({ other: "bea@example.com", next: "/storefront/cart/" });
  expect(screen.get("form p").textContent).toBe("You’re signed in as bea@example.com. Continue with another account?");
  expect(shop.requests).toEqual([]);

  await screen.press("Continue");

  expect(visited).toEqual(["/storefront/cart/"]);
});

/** Waits for things that take real time: proof of work, a timer. */
const through = (reached: () => void) => act(() => vi.waitFor(reached));

const task = (): WorkChallenge => ({
  parameters: {
    algorithm: "PBKDF2/SHA-256",
    nonce: "00",
    salt: "00",
    cost: 1,
    keyLength: 32,
    keyPrefix: "0",
    expiresAt: 2_000_000_000,
    data: { action: "LOGIN", most: 400 },
  },
  signature: "s",
});

const fill = async (screen: Awaited<ReturnType<typeof openSignup>>) => {
  await screen.type("first_name", "Mary");
  await screen.type("email", "mary@example.com");
  await screen.type("password", "Green-leaf-42");
};

test("a press starts the bot check, tells of it while it works, and sends what it found (requirement 185)", async () => {
  const offered = held();
  const shop = fakeShop({
    "GET /storefront/api/bot-check": offered.answer,
    [signup]: { data: { token: "a-token" } },
    [verify]: verified,
  });
  const visited = watchNavigation();
  const screen = await openSignup();
  expect(shop.requests).toEqual([]);
  await fill(screen);

  await screen.press("Create account");

  expect(screen.get("[role=status]:not(.password-strength)").textContent).toBe(
    "Verifying that you’re human. This takes a moment.",
  );
  expect(screen.get("progress").getAttribute("aria-label")).toBe("Check");
  offered.give({ data: task() });
  await through(() => expect(visited).toEqual(["/storefront/"]));
  const sent = shop.requests.find(({ path }) => path === "/identity/signup/")?.body as { botToken: string };
  expect(sent).toMatchObject({ first_name: "Mary", last_name: "", email: "mary@example.com", password: "Green-leaf-42" });
  expect(JSON.parse(atob(sent.botToken))).toMatchObject({
    challenge: task(),
    solution: { derivedKey: expect.stringMatching(/^0/) },
  });
  expect(screen.find("progress")).toBeNull();
});

test("a sign-up that breaks a rule asks for no bot check; a first name is needed, a last name is not (requirement 188)", async () => {
  const shop = fakeShop({});
  const screen = await openSignup();

  await screen.press("Create account");

  expect([...screen.el.querySelectorAll(".field__error")].map(({ id }) => id)).toEqual([
    "first_name-error",
    "email-error",
    "password-error",
  ]);
  expect(shop.requests).toEqual([]);
});

test("a mail that has an account is told beside its field", async () => {
  const errors = [{ field: "email", message: "An account with this email already exists. Sign in instead." }];
  const shop = fakeShop({ "GET /storefront/api/bot-check": { data: task() }, [signup]: { data: { errors } } });
  const screen = await openSignup();
  await fill(screen);

  await screen.press("Create account");
  await through(() => expect(shop.requests.length).toBe(2));
  await doing(() => {});

  expect(screen.get("#email-error").textContent).toBe(errors[0]?.message);
});

test("the token of another's check is asked for its action LOGIN; where its script was blocked the form goes as without scripts", async () => {
  const shop = fakeShop({ [signup]: { data: { token: "a-token" } }, [verify]: verified });
  const visited = watchNavigation();
  const execute = vi.fn(async () => "their-token");
  vi.stubGlobal("grecaptcha", { ready: (work: () => void) => work(), execute });
  const bots = { kind: "recaptcha", siteKey: "public" };
  const screen = await openSignup({ bots });
  await fill(screen);

  await screen.press("Create account");

  expect(execute).toHaveBeenCalledWith("public", { action: "LOGIN" });
  expect(shop.requests[0]?.body).toMatchObject({ botToken: "their-token" });
  expect(visited).toEqual(["/storefront/"]);

  vi.stubGlobal("grecaptcha", undefined);
  const native = vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(() => {});
  onTestFinished(() => native.mockRestore());
  await screen.press("Create account");
  expect(native).toHaveBeenCalledOnce();
});

test("the island finds what the library asks for", async () => {
  const secrets = { hmacSignatureSecret: "one", hmacKeySignatureSecret: "two" };
  const challenge = await createChallenge({
    algorithm: "PBKDF2/SHA-256",
    cost: 10,
    counter: 37,
    deriveKey,
    data: { action: "LOGIN", most: 50 },
    ...secrets,
  });
  const parts: number[] = [];

  const token = await solveChallenge(challenge as WorkChallenge, (part) => parts.push(part));

  const { solution } = JSON.parse(atob(token ?? "")) as { solution: { counter: number; derivedKey: string } };
  expect(solution.counter).toBe(37);
  expect(parts).toEqual([0, 0.16, 0.32, 0.48, 0.64]);
  expect((await verifySolution({ challenge, solution, deriveKey, ...secrets })).verified).toBe(true);
  const { parameters } = challenge as WorkChallenge;
  const unsolvable = { signature: "", parameters: { ...parameters, data: { ...parameters.data, most: 36 } } };
  expect(await solveChallenge(unsolvable, () => {})).toBeUndefined();
  expect(await solveChallenge(challenge as WorkChallenge, () => {}, AbortSignal.abort())).toBeUndefined();
});
