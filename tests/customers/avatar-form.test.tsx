import { afterEach, beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { schema } from "../../islands/customers/avatar-form.props.ts";
import * as avatarForm from "../../islands/customers/avatar-form.tsx";
import { $overlay } from "../../islands/stores/overlay.ts";
import { fakeShop, reply, toasts } from "../islands-shop/fake-shop.ts";
import { doing, openScreen } from "../islands-shop/screen.ts";
import { states } from "./avatar-form.states.ts";

const path = "/storefront/api/customers/avatar";
const uploaded = { url: "/media/avatars/new.webp", message: "avatar saved correctly" };

/** The requests that the island sends; the test answers each. */
class Request {
  static sent: Request[] = [];
  upload: { onprogress?: (event: { loaded: number; total: number }) => void } = {};
  headers: Record<string, string> = {};
  onload = () => {};
  onerror = () => {};
  responseText = "";
  status = 0;
  target = "";
  body: FormData | undefined;
  open(method: string, address: string) {
    this.target = `${method} ${address}`;
  }
  setRequestHeader(name: string, value: string) {
    this.headers[name] = value;
  }
  send(body: FormData) {
    this.body = body;
    Request.sent.push(this);
  }
  answer(status: number, body: object | string) {
    this.status = status;
    this.responseText = typeof body === "string" ? body : JSON.stringify(body);
    return doing(() => this.onload());
  }
}

class Reader {
  result = "data:image/png;base64,AAAA";
  onload = () => {};
  readAsDataURL() {
    this.onload();
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  Request.sent = [];
});
afterEach(() => void vi.useRealTimers());

async function open(more: object = {}, answers: Parameters<typeof fakeShop>[0] = {}) {
  const shop = fakeShop({ "GET /storefront/api/csrf": new Response(null, { status: 204 }), ...answers });
  vi.stubGlobal("XMLHttpRequest", Request);
  vi.stubGlobal("FileReader", Reader);
  const reload = vi.spyOn(window.location, "reload").mockImplementation(() => {});
  onTestFinished(() => reload.mockRestore());
  const screen = await openScreen(
    "avatar-form",
    { ...avatarForm, schema },
    { ...states["no picture"], url: "/media/avatars/old.webp", ...more },
  );
  const choose = (file: { size?: number; type?: string } = {}) => {
    const chosen = new File(["picture"], "me.png", { type: file.type ?? "image/png" });
    Object.defineProperty(chosen, "size", { value: file.size ?? 1000 });
    Object.defineProperty(screen.get("#avatar"), "files", { value: [chosen], configurable: true });
    return doing(() => screen.get("#avatar").dispatchEvent(new Event("change", { bubbles: true })));
  };
  const shown = () => screen.get("img").getAttribute("src");
  return { screen, choose, shown, reload, requests: shop.requests };
}

test("the camera asks for a file (requirement 200)", async () => {
  const { screen } = await open();
  const pressed = vi.spyOn(screen.get("#avatar"), "click").mockImplementation(() => {});
  expect(screen.button("Change picture").querySelector("use")?.getAttribute("href")).toBe("#i-camera");
  await screen.press("Change picture");
  expect(pressed).toHaveBeenCalledOnce();
});

test("a chosen picture is seen at once, sent with its progress under the overlay, and the page reloads after 1.5 s (requirements 32, 199, 204, 247)", async () => {
  const { screen, choose, shown, reload } = await open();

  await choose();
  const [request] = Request.sent;
  expect(shown()).toBe("data:image/png;base64,AAAA");
  expect([request?.target, request?.headers["X-CSRFToken"]]).toEqual([`POST ${path}`, "t-1"]);
  expect(request?.body?.get("avatar")).toBeInstanceOf(File);
  expect(screen.button("Change picture").disabled).toBe(true);
  await doing(() => request?.upload.onprogress?.({ loaded: 30, total: 120 }));
  expect(screen.get("progress").getAttribute("value")).toBe("0.25");
  expect($overlay.get()).toEqual([{ title: "Processing", message: "30% uploaded" }]);
  await request?.answer(200, uploaded);
  expect($overlay.get()).toEqual([]);

  expect(toasts()).toEqual(["success: avatar saved correctly"]);
  expect(screen.find("progress")).toBeNull();
  await doing(() => vi.advanceTimersByTime(1_499));
  expect(reload).not.toHaveBeenCalled();
  await doing(() => vi.advanceTimersByTime(1));
  expect(reload).toHaveBeenCalledOnce();
  expect(sessionStorage.focus).toBe("avatar");
  sessionStorage.clear();
});

test("the page that was made anew has the focus on the camera, once, and never takes it from elsewhere", async () => {
  sessionStorage.focus = "avatar";
  const { screen } = await open();
  expect(document.activeElement).toBe(screen.button("Change picture"));
  expect(sessionStorage.focus).toBeUndefined();

  sessionStorage.focus = "avatar";
  const field = document.body.appendChild(document.createElement("input"));
  onTestFinished(() => field.remove());
  field.focus();
  await open();
  expect(document.activeElement).toBe(field);
});

test("the picture is taken away in place, told, and the focus goes to the camera; the same file can be chosen again", async () => {
  const { screen, choose, reload, requests } = await open({}, { [`DELETE ${path}`]: { data: {} } });
  await choose({ type: "text/plain" });

  await screen.press("Remove picture");

  expect(requests).toMatchObject([{ method: "DELETE", path, body: {} }]);
  expect(requests[0]?.headers.get("x-csrftoken")).toBe("t-1");
  expect(toasts()).toEqual(["success: avatar removed correctly"]);
  expect([screen.find("img"), screen.find("[name=_method]")]).toEqual([null, null]);
  expect(document.activeElement).toBe(screen.button("Change picture"));
  await doing(() => vi.advanceTimersByTime(10_000));
  expect(reload).not.toHaveBeenCalled();
  expect(screen.errors).toEqual([]);
});

test("a picture that could not be taken away stays, and so does the focus", async () => {
  const { screen, shown } = await open(
    {},
    { [`DELETE ${path}`]: reply(500, { error: "something went wrong please try later", code: "server_error" }) },
  );

  await screen.press("Remove picture");

  expect(toasts()).toEqual(["error: error updating the avatar"]);
  expect(shown()).toBe("/media/avatars/old.webp");
  expect(document.activeElement).toBe(screen.button("Remove picture"));
});

test("without a picture there is none to take away", async () => {
  const { screen } = await open({ url: undefined });
  expect(screen.find("[name=_method]")).toBeNull();
});

test("what is no picture, or not less than 2 MB, is not sent (requirements 201–203)", async () => {
  const { choose, shown } = await open();

  await choose({ type: "text/plain", size: 2_097_152 });
  expect(toasts()).toEqual(["error: Please upload a valid image file."]);
  await choose({ size: 2_097_152 });
  expect(toasts()).toEqual(["error: File must be less than 2 MB."]);
  expect(Request.sent).toEqual([]);

  await choose({ size: 2_097_151 });
  expect(Request.sent).toHaveLength(1);
  expect(shown()).toContain("data:");
  await Request.sent[0]?.answer(200, uploaded);
});

test("a failure is told in the server's words or ours, and the old picture comes back (requirements 43, 205)", async () => {
  const { choose, shown, reload } = await open();
  const messages: string[] = [];
  const answers = [
    (request: Request) => request.answer(415, { error: "Please upload a valid image file.", code: "unsupported_type" }),
    (request: Request) => request.answer(502, "<h1>Bad gateway</h1>"),
    (request: Request) => request.answer(500, { error: "something went wrong please try later", code: "server_error" }),
    (request: Request) => request.answer(200, {}),
    (request: Request) => doing(() => request.onerror()),
  ];
  for (const answer of answers) {
    await choose();
    await answer(Request.sent.at(-1) as Request);
    messages.push(...toasts());
    expect(shown()).toBe("/media/avatars/old.webp");
    expect($overlay.get()).toEqual([]);
  }

  const ours = "error: error updating the avatar";
  expect(messages).toEqual(["error: Please upload a valid image file.", ours, ours, ours, ours]);
  await doing(() => vi.advanceTimersByTime(10_000));
  expect(reload).not.toHaveBeenCalled();
});

test("a stale token is fetched anew, and the picture sent once more", async () => {
  const { choose, requests } = await open();
  await choose();
  await Request.sent[0]?.answer(403, { error: "This page was open too long. Please try again.", code: "csrf" });
  expect(requests.map(({ path }) => path)).toEqual(["/storefront/api/csrf"]);
  await Request.sent[1]?.answer(200, uploaded);
  expect(toasts()).toEqual(["success: avatar saved correctly"]);
});

test("the form that a scriptless refusal left open sends its file as well", async () => {
  const { screen, choose } = await open({ error: "File must be less than 2 MB." });
  expect(screen.get("#avatar-error").textContent).toBe("File must be less than 2 MB.");
  await choose({ type: "text/plain" });
  Object.defineProperty(screen.get("#avatar"), "files", { value: [new File(["x"], "x.png", { type: "image/png" })] });
  await screen.submit();
  expect(Request.sent).toHaveLength(1);
  await Request.sent[0]?.answer(200, uploaded);
});
