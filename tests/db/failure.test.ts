import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { failureOf } from "../../server/db/failure.ts";

async function folder(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "failure-"));
  onTestFinished(() => rm(directory, { recursive: true, force: true }));
  return directory;
}

function thrownBy(work: () => unknown): unknown {
  try {
    work();
  } catch (error) {
    return error;
  }
  throw new Error("nothing was thrown");
}

test("an owner is told in a sentence what is wrong with the database", async () => {
  const path = join(await folder(), "store.db");
  const [one, other] = [new DatabaseSync(path), new DatabaseSync(path, { timeout: 0 })];
  onTestFinished(() => {
    one.close();
    other.close();
  });
  one.exec("CREATE TABLE kept (words TEXT)");
  one.exec("BEGIN IMMEDIATE");
  const busy = failureOf(thrownBy(() => other.exec("BEGIN IMMEDIATE")));
  one.exec("ROLLBACK");
  expect(busy).toMatch(/^another program is using the database/);

  one.exec("PRAGMA max_page_count = 4");
  expect(failureOf(thrownBy(() => one.exec(`INSERT INTO kept VALUES (zeroblob(100000))`)))).toBe("the disk is full");

  one.exec("PRAGMA query_only = ON");
  expect(failureOf(thrownBy(() => one.exec("DELETE FROM kept")))).toMatch(/^the database cannot be written/);

  const none = `${path}.txt`;
  await writeFile(none, "no database at all ".repeat(100));
  expect(failureOf(thrownBy(() => new DatabaseSync(none).prepare("SELECT * FROM kept")))).toMatch(/^the database is damaged/);
});

test.each([
  ["ECONNREFUSED", "the database does not respond"],
  ["57P01", "the database does not respond"],
  ["53100", "the disk is full"],
  ["ENOSPC", "the disk is full"],
  ["28P01", "the database refused this user: check DATABASE_URL"],
  ["3D000", "there is no such database: check DATABASE_URL"],
  ["42501", "the database's user may not do that: it has to own the database and its tables"],
  ["EHOSTUNREACH", "the database does not respond"],
])("the code %s of a server or the system says: %s", (code, words) => {
  expect(failureOf(Object.assign(new Error("x"), { code }))).toBe(words);
});

test("a password that the server wants, and DATABASE_URL has not, is said", () => {
  const words = "SASL: SCRAM-SERVER-FIRST-MESSAGE: client password must be a string";
  expect(failureOf(new Error(words))).toBe("the database refused this user: check the password in DATABASE_URL");
});

test("an error of the program is none of the database", () => {
  expect(failureOf(new TypeError("x is not a function"))).toBeUndefined();
  expect(failureOf(Object.assign(new Error("broken key"), { code: "23505" }))).toBeUndefined();
  expect(failureOf("no error")).toBeUndefined();
});
