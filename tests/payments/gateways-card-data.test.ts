import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, readdir, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { format, inspect } from "node:util";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CardData } from "../../server/payments/gateways/card-data.ts";
import { openHttpGateway } from "../../server/payments/gateways/http-gateway.ts";
import { faultCards } from "../../server/payments/gateways/test/faults.ts";
import { luhn } from "../../server/payments/rules/card.ts";
import { cardOf, charge } from "./gateways-live.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const canaryNumber = () => {
  const digits = `99995${String(randomInt(1e10)).padStart(10, "0")}`;
  return `${digits}${[..."0123456789"].find((check) => luhn(digits + check))}`;
};

/**
 * Every way in which a number may have been left behind: plain, separated, backwards, in hex or
 * base64.
 */
function tracesOf(number: string, text: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + number)
      .toString("base64")
      .slice(shift && 4, -4),
  );
  const shapes: [string, RegExp][] = [
    ["digits", new RegExp([...number].join("[^\\d]{0,3}"))],
    ["backwards", new RegExp([...number].reverse().join("[^\\d]{0,3}"))],
    ["hex", new RegExp(Buffer.from(number).toString("hex"), "i")],
    ["base64", new RegExp(base64.join("|").replaceAll("+", "\\+"))],
  ];
  return shapes.flatMap(([name, shape]) => (shape.test(text) ? [name] : []));
}

describe("a card between form and gateway", () => {
  const number = canaryNumber();
  const card = () => cardOf(number, { securityCode: "8642", expirationDate: "11/33" });

  test("shows nothing of itself, however it is printed, logged, copied or serialised", () => {
    const one = card();
    const shown = [
      JSON.stringify({ one, list: [one] }),
      String(one),
      `${one}`,
      `${JSON.stringify({ ...one })}`,
      inspect(one, { showHidden: true, depth: 9 }),
      inspect({ deep: { one } }, { showHidden: true, depth: 9, getters: true }),
      format("%s %o %O %j", one, one, one, one),
      JSON.stringify(structuredClone(one)),
      JSON.stringify(Object.getOwnPropertyDescriptors(one)),
      new Error("failed", { cause: one }).toString(),
      inspect(new Error("failed", { cause: one })),
    ];

    for (const text of shown) {
      expect(tracesOf(number, text)).toEqual([]);
      expect(text).not.toMatch(/8642|1133|Ada/);
    }
    expect(shown[0]).toBe('{"one":"[card]","list":["[card]"]}');
    expect([shown[1], shown[4]]).toEqual(["[card]", "[card]"]);
  });

  test("tells its brand and last four, and the gateway all of it until it is wiped", () => {
    const one = new CardData({
      cardNumber: "4242 4242-4242 4242",
      expirationDate: "04 / 2031",
      securityCode: " 012 ",
      cardName: " Ada ",
    });

    expect([one.brand(), one.last4()]).toEqual(["visa", "4242"]);
    expect(one.reveal()).toEqual({ number: "4242424242424242", expiry: "0431", code: "012", holder: "Ada" });
    one.wipe();
    expect(() => one.reveal()).toThrow(/^the card was wiped$/);
    expect([one.brand(), one.last4(), `${one}`]).toEqual(["visa", "4242", "[card]"]);
  });

  test("is revealed only by gateways", () => {
    const revealing = globSync("{server,islands}/**/*.{ts,tsx}", { cwd: root }).filter((path) =>
      /\.reveal\(/.test(readFileSync(join(root, path), "utf8")),
    );

    expect(revealing.filter((path) => !path.startsWith("server/payments/gateways/"))).toEqual([]);
    expect(revealing).toContain("server/payments/gateways/http-gateway.ts");
  });
});

describe("the test gateway keeps nothing of a card but brand and last four", () => {
  const secret = "a secret of more than sixteen";
  const number = canaryNumber();
  const card = () => cardOf(number, { securityCode: "8642", expirationDate: "11/33" });
  const callOf = (key: string) => ({ ...charge(key), orderRef: key, means: undefined, card: card().reveal() });
  let directory: string;
  let child: ChildProcessWithoutNullStreams;
  let url: string;
  const printed: Buffer[] = [];
  const answers: string[] = [];

  async function post(path: string, body: string, bearer = secret): Promise<number> {
    const headers = { "content-type": "application/json", authorization: `Bearer ${bearer}` };
    const response = await fetch(`${url}${path}`, { method: "POST", headers, body });
    answers.push(JSON.stringify([...response.headers]), await response.text());
    return response.status;
  }

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), "gateway-traces-"));
    const program = join(root, "server/payments/gateways/test/main.ts");
    child = spawn(process.execPath, [program, join(directory, "gateway.db")], {
      stdio: "pipe",
      env: { TEST_GATEWAY_SECRET: secret },
    });
    child.stderr.on("data", (chunk) => printed.push(chunk));
    const [first] = await once(child.stdout, "data");
    child.stdout.on("data", (chunk) => printed.push(chunk));
    printed.push(first);
    url = `http://127.0.0.1:${JSON.parse(String(first)).port}`;
  });
  afterAll(async () => {
    child.kill("SIGKILL");
    await rm(directory, { recursive: true, force: true });
  });

  test("after good calls, broken calls and calls that nobody should make", async () => {
    const gateway = openHttpGateway({ url, secret, refuseInsideTransaction: () => {} });
    const approved = await gateway.authorize(charge("canary", "", { means: { card: card() } }));
    expect(approved).toMatchObject({ status: "approved", last4: number.slice(-4) });
    await gateway.capture({ key: "canary:cap", authRef: approved.ref ?? "", amountCents: 4200 });
    const whole = JSON.stringify(callOf("broken"));

    expect(await post("/authorize", whole.slice(0, -9))).toBe(400);
    expect(await post("/authorize", whole.replace('"key":"broken"', '"key":""'))).toBe(400);
    expect(await post("/authorize", whole.replace(`"${number}"`, number))).toBe(400);
    expect(await post("/authorize", JSON.stringify({ ...callOf("long"), padding: number.repeat(2000) }))).toBe(400);
    expect(await post("/authorize", JSON.stringify({ ...callOf("canary"), amountCents: 1 }))).toBe(409);
    expect(await post("/authorize", whole, "somebody else's secret")).toBe(401);
    expect(await post("/nowhere", whole)).toBe(404);
    for (const [faulty, name] of faultCards) await gateway.authorize(charge(name, faulty, { deadlineMs: 500 }));

    const files = await readdir(directory);
    expect(files.sort()).toEqual(["gateway.db", "gateway.db-shm", "gateway.db-wal"]);
    expect((await stat(join(directory, "gateway.db-wal"))).size).toBeGreaterThan(0);
    const texts = await Promise.all(files.map((file) => readFile(join(directory, file), "latin1")));
    const everything = [...texts, Buffer.concat(printed).toString("latin1"), ...answers].join("\n");
    expect(everything).toContain("canary:cap");
    for (const digits of [number, ...faultCards.keys()]) expect(tracesOf(digits, everything)).toEqual([]);
  });

  test("and neither the code nor the expiry stands in any of its columns", () => {
    const db = new DatabaseSync(join(directory, "gateway.db"), { readOnly: true });
    const values = db.prepare("select * from entry").all().flatMap(Object.values).map(String);
    db.close();

    expect(values).toContain("canary");
    for (const value of values) expect(value).not.toMatch(/^8642$|^1133$|^11\/33$|Ada|Fern Lane/);
  });

  test("the search itself finds a number in each disguise", () => {
    const digits = "9999512345678905";
    const disguises = [
      digits,
      "9999-5123-4567-8905",
      "9 9 9 9 5 1 2 3 4 5 6 7 8 9 0 5",
      "5098765432159999",
      Buffer.from(digits).toString("hex").toUpperCase(),
      ...["", "a", "ab"].map((before) => Buffer.from(`${before}${digits}tail`).toString("base64")),
    ];

    for (const disguise of disguises) expect([disguise, tracesOf(digits, `--${disguise}--`).length]).toEqual([disguise, 1]);
    expect(tracesOf(digits, "nothing 8905")).toEqual([]);
  });
});
