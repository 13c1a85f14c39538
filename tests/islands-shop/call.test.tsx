import Cookies from "js-cookie";
import { expect, test } from "vitest";
import { CallError, call } from "../../islands/call.ts";
import { $overlay } from "../../islands/stores/overlay.ts";
import { fakeShop, held, reply } from "./fake-shop.ts";

const failure = async (calling: Promise<unknown>): Promise<CallError> => {
  const error = await calling.catch((reason: unknown) => reason);
  if (!(error instanceof CallError)) throw new Error(`expected a CallError, got ${String(error)}`);
  return error;
};

test("a call is JSON and gives what is under data (requirement 67)", async () => {
  const shop = fakeShop({ "POST /calls": { data: { checkoutId: "c1" } } });

  expect(await call("POST", "/calls", { lines: [] })).toEqual({ checkoutId: "c1" });

  const [requests] = shop.requests;
  expect(requests?.headers.get("content-type")).toBe("application/json");
  expect(requests?.body).toEqual({ lines: [] });
});

test("an answer without data is given whole", async () => {
  fakeShop({ "GET /calls": { wishlist: ["p-1"] } });

  expect(await call("GET", "/calls")).toEqual({ wishlist: ["p-1"] });
});

test("the token of the cookie goes along as a header with a change, never with a read (requirement 247)", async () => {
  const shop = fakeShop({ "PUT /calls": { data: {} }, "GET /calls": { data: {} } });

  await call("PUT", "/calls", {});
  await call("GET", "/calls");

  expect(shop.requests.map(({ headers }) => headers.get("x-csrftoken"))).toEqual(["t-1", null]);
});

test("a missing token is fetched once for all calls that wait for it", async () => {
  const token = held();
  const shop = fakeShop({ "GET /storefront/api/csrf": token.answer, "POST /one": { data: 1 }, "POST /two": { data: 2 } });
  Cookies.remove("csrftoken");

  const both = Promise.all([call("POST", "/one", {}), call("POST", "/two", {})]);
  Cookies.set("csrftoken", "t-2");
  token.give(reply(204));

  expect(await both).toEqual([1, 2]);
  expect(shop.paths()).toEqual(["GET /storefront/api/csrf", "POST /one", "POST /two"]);
  expect(shop.requests[2]?.headers.get("x-csrftoken")).toBe("t-2");
});

test("a token that the browser shows late is read from the answer's header", async () => {
  const token = () => new Response(null, { status: 204, headers: { "X-CSRFToken": "t-3" } });
  const shop = fakeShop({ "GET /storefront/api/csrf": token, "POST /calls": { data: 1 } });
  Cookies.remove("csrftoken");

  await call("POST", "/calls", {});

  expect(shop.requests[1]?.headers.get("x-csrftoken")).toBe("t-3");
  Cookies.set("csrftoken", "t-3");
  await call("POST", "/calls", {});
  expect(shop.requests[2]?.headers.get("x-csrftoken")).toBe("t-3");
});

test("a stale token is fetched again and the call repeated, once", async () => {
  const stale = reply(403, { error: "This page was open too long. Please try again.", code: "csrf" });
  const shop = fakeShop({
    "POST /calls": [stale, reply(200, { data: "done" })],
    "GET /storefront/api/csrf": () => {
      Cookies.set("csrftoken", "t-2");
      return reply(204);
    },
  });

  expect(await call("POST", "/calls", {})).toBe("done");

  expect(shop.requests.map(({ headers }) => headers.get("x-csrftoken"))).toEqual(["t-1", null, "t-2"]);
});

test("a token that stays stale is an error after the second try", async () => {
  const stale = { error: "This page was open too long. Please try again.", code: "csrf" };
  const shop = fakeShop({ "POST /calls": reply(403, stale), "GET /storefront/api/csrf": reply(204) });

  const error = await failure(call("POST", "/calls", {}));

  expect([error.message, error.status, error.code]).toEqual([stale.error, 403, "csrf"]);
  expect(shop.paths()).toEqual(["POST /calls", "GET /storefront/api/csrf", "POST /calls"]);
});

test("another 403 is not repeated", async () => {
  const shop = fakeShop({ "POST /calls": reply(403, { error: "This request came from another site." }) });

  await failure(call("POST", "/calls", {}));

  expect(shop.requests).toHaveLength(1);
});

test.each([
  ["an error field with status 200 (requirement 40)", reply(200, { error: "no more of this" }), "no more of this"],
  ["a refusal with its words (requirement 41)", reply(409, { error: "Only 2 are left." }), "Only 2 are left."],
  ["an empty body (requirement 42)", reply(200, ""), "response has no body"],
  ["an empty refusal (requirement 42)", reply(502, " \n"), "response has no body"],
  ["an answer that is no JSON (requirement 106)", reply(200, "<html>"), "something went wrong please try later"],
  ["half an answer (requirement 106)", reply(200, '{"data":{"orderId":'), "something went wrong please try later"],
  ["a refusal without words", reply(500, {}), "something went wrong please try later"],
])("%s is raised in the shopper's words", async (_what, answer, words) => {
  fakeShop({ "POST /calls": answer });

  expect((await failure(call("POST", "/calls", {}))).message).toBe(words);
});

test("a refusal brings its status, code and what else it tells", async () => {
  const data = { total: { amount: 12, currency: "USD" }, quote: "q2" };
  fakeShop({ "POST /calls": reply(409, { error: "Your order total has changed.", code: "changed", data }) });

  const { status, code, data: answered } = await failure(call("POST", "/calls", {}));

  expect({ status, code, answered }).toEqual({ status: 409, code: "changed", answered: data });
});

test("the overlay stands from the start of a change to its end, also when it fails (requirements 32, 36, 37, 43)", async () => {
  const [good, lost] = [held(), held()];
  fakeShop({ "POST /good": good.answer, "POST /lost": lost.answer });

  const first = call("POST", "/good", {});
  const second = failure(call("POST", "/lost", {}));
  const usual = { title: "Processing", message: "processing your request please wait..." };
  expect($overlay.get()).toEqual([usual, usual]);

  good.give({ data: {} });
  await first;
  expect($overlay.get()).toEqual([usual]);
  lost.lose();
  await second;
  expect($overlay.get()).toEqual([]);
});

test("title and message may be given, each by itself (requirement 33)", async () => {
  const call1 = held();
  fakeShop({ "POST /calls": call1.answer });

  const calling = call("POST", "/calls", {}, { overlay: { title: "saving" } });

  expect($overlay.get()).toEqual([{ title: "saving", message: "processing your request please wait..." }]);
  call1.give({ data: {} });
  await calling;
});

test("no overlay for a read, nor where the caller shows the work itself", async () => {
  const [read, step] = [held(), held()];
  fakeShop({ "GET /calls": read.answer, "PUT /calls": step.answer });

  const calls = [call("GET", "/calls"), call("PUT", "/calls", {}, { overlay: false })];

  expect($overlay.get()).toEqual([]);
  read.give({ data: {} });
  step.give({ data: {} });
  await Promise.all(calls);
});
