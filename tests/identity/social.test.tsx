import { describe, expect, onTestFinished, test, vi } from "vitest";
import { schema as buttonsSchema } from "../../islands/identity/social-buttons.props.ts";
import * as socialButtons from "../../islands/identity/social-buttons.tsx";
import { schema as reportSchema } from "../../islands/identity/social-report.props.ts";
import * as socialReport from "../../islands/identity/social-report.tsx";
import { schema as returnSchema } from "../../islands/identity/social-return.props.ts";
import * as socialReturn from "../../islands/identity/social-return.tsx";
import { fakeShop, held, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen, watchNavigation } from "../islands-shop/screen.ts";
import { states as buttonsStates } from "./social-buttons.states.ts";
import { states as reportStates } from "./social-report.states.ts";
import { states as returnStates } from "./social-return.states.ts";

const back = returnStates["by itself"];
const { user } = back;
const newUser = "POST /identity/new_user/";
const verify = "POST /identity/verify_token/";
const ok = { status: "ok", message: "Your account is ready." };
const success = { status: "success", message: "You’re signed in." };

const openReturn = (more: object = {}) =>
  openScreen("social-return", { ...socialReturn, schema: returnSchema }, { ...back, ...more });
/**
 * The island submits its form by itself, some tasks after its hydration, as if a shopper had
 * pressed early. This waits until `check` does not throw.
 */
const byItself = (check: () => void) =>
  vi.waitFor(async () => {
    await doing(() => {});
    check();
  });
const alert = ({ find }: Awaited<ReturnType<typeof openReturn>>) => find("[role=alert]")?.textContent;

describe("the page after the return", () => {
  test("makes the user, then verifies the token, then goes on, by itself (requirements 25, 186, 189, 190)", async () => {
    const first = held();
    const shop = fakeShop({ [newUser]: first.answer, [verify]: success });
    const visited = watchNavigation();
    const screen = await openReturn();

    await byItself(() => expect(shop.paths()).toEqual([newUser]));
    expect(screen.button("Continue").disabled).toBe(true);
    await doing(() => first.give(ok));

    expect(shop.paths()).toEqual([newUser, verify]);
    expect(shop.requests.map(({ body }) => body)).toEqual([
      { ...user, token: "e-1" },
      { token: "e-1", favorites: [] },
    ]);
    expect(visited).toEqual(["/storefront/dashboard/"]);
    expect(toasts()).toEqual(["success: You’re signed in."]);
    expect(screen.errors).toEqual([]);
  });

  test("goes where the shopper wanted to go (requirements 29, 31)", async () => {
    fakeShop({ [newUser]: ok, [verify]: success });
    const visited = watchNavigation();
    await openReturn({ next: "/storefront/cart/" });
    await byItself(() => expect(visited).toEqual(["/storefront/cart/"]));
  });

  test("stops at a refusal and says it; a press tries again (requirements 177, 182)", async () => {
    const words = "Authentication failed: this account can’t be used.";
    const shop = fakeShop({ [newUser]: [reply(401, { error: words }), reply(200, ok)], [verify]: success });
    const visited = watchNavigation();
    const screen = await openReturn();
    await byItself(() => expect(alert(screen)).toBe(`Something went wrong!${words}`));
    expect([shop.paths(), visited]).toEqual([[newUser], []]);

    await screen.press("Continue");
    expect(shop.paths()).toEqual([newUser, newUser, verify]);
    expect(visited).toEqual(["/storefront/dashboard/"]);
  });

  test("shows the server's message when the token is refused (requirement 179)", async () => {
    fakeShop({ [newUser]: ok, [verify]: reply(401, { error: "This sign-in has expired. Please sign in again." }) });
    const visited = watchNavigation();
    const screen = await openReturn();
    await byItself(() => expect(alert(screen)).toBe("Something went wrong!This sign-in has expired. Please sign in again."));
    expect(visited).toEqual([]);
  });

  test("asks for the password first where it is wanted, and does nothing by itself", async () => {
    const errors = [{ field: "password", message: "That’s not the password for that account." }];
    const shop = fakeShop({ [newUser]: [{ data: { errors } }, ok], [verify]: success });
    const visited = watchNavigation();
    const screen = await openReturn({ asks: true });
    await new Promise((resolve) => setTimeout(resolve, 30));

    await screen.press("Continue");
    expect(screen.get("#password-error").textContent).toBe("Enter your password.");
    expect(shop.paths()).toEqual([]);
    await screen.type("password", "Not-this-1");
    await screen.press("Continue");
    expect(screen.get("#password-error").textContent).toBe("That’s not the password for that account.");
    await screen.type("password", "Green-leaf-42");
    await screen.press("Continue");

    expect(shop.requests.map(({ body }) => body)).toEqual([
      { ...user, token: "e-1", password: "Not-this-1" },
      { ...user, token: "e-1", password: "Green-leaf-42" },
      { token: "e-1", favorites: [] },
    ]);
    expect(visited).toEqual(["/storefront/dashboard/"]);
  });

  test("shows the password's field once the server wants it", async () => {
    fakeShop({ [newUser]: reply(409, { error: "there is an account already", code: "password" }) });
    const screen = await openReturn();
    await byItself(() => expect(screen.get("label").textContent).toBe("Password for mary@example.com"));
    expect(screen.find("[role=alert]")).toBeNull();
  });

  test("in a popup the page that opened it goes on, and the popup closes (requirement 183)", async () => {
    fakeShop({ [newUser]: ok, [verify]: success });
    const visited = watchNavigation();
    const { reports, closed } = watchPopup("123456");
    await openReturn({ popup: "123456", next: "/storefront/cart/" });
    await byItself(() => expect(reports).toEqual(["/storefront/cart/"]));
    expect(closed).toHaveBeenCalledOnce();
    expect(visited).toEqual([]);
  });
});

/** Records the messages to the page that opened the popup. */
function watchPopup(name: string) {
  const reports: unknown[] = [];
  const channel = new BroadcastChannel(`social-${name}`);
  channel.onmessage = ({ data }: { data: unknown }) => void reports.push(data);
  const closed = vi.spyOn(window, "close").mockImplementation(() => {});
  onTestFinished(() => {
    channel.close();
    closed.mockRestore();
  });
  return { reports, closed };
}

test("a popup that failed tells where the reason is shown (requirements 182, 183)", async () => {
  const { path } = reportStates.failed;
  const { reports, closed } = watchPopup("123456");
  await openScreen("social-report", { ...socialReport, schema: reportSchema }, reportStates.failed);
  await vi.waitFor(() => expect(reports).toEqual([path]));
  expect(closed).toHaveBeenCalledOnce();
});

describe("the providers' links", () => {
  const openButtons = (more: object = {}) =>
    openScreen("social-buttons", { ...socialButtons, schema: buttonsSchema }, { ...buttonsStates["two providers"], ...more });
  const watchOpen = (opened: object | null) => {
    const open = vi.spyOn(window, "open").mockReturnValue(opened as Window | null);
    onTestFinished(() => open.mockRestore());
    return open;
  };
  const pressLink = async (screen: Awaited<ReturnType<typeof openButtons>>, init: MouseEventInit = {}) => {
    const event = new MouseEvent("click", { bubbles: true, cancelable: true, ...init });
    await doing(() => screen.get("a").dispatchEvent(event));
    return event.defaultPrevented;
  };

  test("lead to the two providers, with where to go on to (requirement 180)", async () => {
    const screen = await openButtons({ popup: false, next: "/storefront/cart/" });
    const links = [...screen.el.querySelectorAll("a")].map((link) => [link.textContent, link.getAttribute("href")]);
    expect(links).toEqual([
      ["Continue with Demo One", "/identity/social/1/?next=%2Fstorefront%2Fcart%2F"],
      ["Continue with Demo Two", "/identity/social/2/?next=%2Fstorefront%2Fcart%2F"],
    ]);
    const open = watchOpen({});
    screen.get("a").addEventListener("click", (event) => queueMicrotask(() => event.preventDefault()));
    await pressLink(screen);
    expect(open).not.toHaveBeenCalled();
  });

  test("open a popup of 500 by 600, and go where it reports (requirement 183)", async () => {
    const visited = watchNavigation();
    const open = watchOpen({});
    const screen = await openButtons({ next: "/storefront/cart/" });

    expect(await pressLink(screen)).toBe(true);

    const [address, , features] = open.mock.calls[0] ?? [];
    expect(features).toMatch(/^popup,width=500,height=600,left=-?\d+,top=-?\d+$/);
    const { pathname, searchParams } = new URL(String(address));
    expect([pathname, searchParams.get("next")]).toEqual(["/identity/social/1/", "/storefront/cart/"]);
    const name = searchParams.get("popup") ?? "";
    expect(name).toMatch(/^\d{4,40}$/);
    const channel = new BroadcastChannel(`social-${name}`);
    channel.postMessage("/storefront/cart/");
    await vi.waitFor(() => expect(visited).toEqual(["/storefront/cart/"]));
    channel.close();
  });

  test("follow the link where the browser opens no popup, and leave other presses to the browser", async () => {
    const open = watchOpen(null);
    const screen = await openButtons();
    expect(await pressLink(screen)).toBe(false);
    expect(await pressLink(screen, { ctrlKey: true })).toBe(false);
    expect(open).toHaveBeenCalledOnce();
  });

  test("hear nothing any more once they are gone, and go nowhere but within the shop", async () => {
    const visited = watchNavigation();
    const open = watchOpen({});
    const screen = await openButtons();
    await pressLink(screen);
    const name = (at: number) => new URL(String(open.mock.calls[at]?.[0])).searchParams.get("popup");
    /**
     * Sends a message to the page as popup number `at`. Resolves when a listener that was added
     * after the page's own listener has received the message.
     */
    const tell = async (at: number, where: string) => {
      const [channel, last] = [new BroadcastChannel(`social-${name(at)}`), new BroadcastChannel(`social-${name(at)}`)];
      const heard = new Promise((resolve) => last.addEventListener("message", resolve));
      channel.postMessage(where);
      await heard;
      for (const each of [channel, last]) each.close();
    };
    await tell(0, "https://evil.example/");
    await pressLink(screen);
    await screen.unmount();
    await tell(1, "/storefront/");
    expect(visited).toEqual([]);
  });
});
