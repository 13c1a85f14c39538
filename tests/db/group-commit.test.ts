import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished, test } from "vitest";
import { GroupCommit } from "../../server/db/group-commit.ts";
import { newFolder } from "./new-folder.ts";

/** Groups are limited only by the event loop's turn, unless a test sets another limit. */
async function openFile(groupMs = Number.POSITIVE_INFINITY) {
  const path = join(await newFolder("group-commit-"), "rows.db");
  const [file, reader] = [new DatabaseSync(path), new DatabaseSync(path)];
  onTestFinished(() => {
    file.close();
    reader.close();
  });
  file.exec("PRAGMA journal_mode = WAL");
  file.exec("PRAGMA foreign_keys = ON");
  file.exec("CREATE TABLE row (id TEXT PRIMARY KEY, parent TEXT REFERENCES row(id) DEFERRABLE INITIALLY DEFERRED)");
  let count = 0;
  const commits = new GroupCommit(
    file,
    () => {
      count += 1;
    },
    { groupMs },
  );
  const add = (id: string, parent: string | null = null) =>
    file.prepare("INSERT INTO row (id, parent) VALUES (?, ?)").run(id, parent);
  const stored = () =>
    reader
      .prepare("SELECT id FROM row ORDER BY id")
      .all()
      .map(({ id }) => id);
  return { commits, file, reader, add, stored, commitsSoFar: () => count };
}

type File = Awaited<ReturnType<typeof openFile>>;

/** A transaction that adds one row and commits. */
async function write({ commits, add }: File, id: string): Promise<void> {
  const member = await commits.begin();
  add(id);
  await member.commit();
}

test("transactions of one turn wait for the disk together, and each is there when it is told so", async () => {
  const file = await openFile();

  const told = ["a", "b", "c"].map(async (id) => {
    await write(file, id);
    expect(file.stored()).toContain(id);
  });
  await Promise.all(told);

  expect(file.stored()).toEqual(["a", "b", "c"]);
  expect(file.commitsSoFar()).toBe(1);
});

test("a member that has left keeps nothing to be undone with until the others are written", async () => {
  const { commits, file, add } = await openFile();
  const told = [];
  for (const id of ["a", "b", "c"]) {
    const member = await commits.begin();
    add(id);
    told.push(member.commit());
  }

  expect(() => file.exec("RELEASE member")).toThrow("no such savepoint");
  await Promise.all(told);
});

test("a group that has taken its time is written, and what else waits for the event loop comes before the next", async () => {
  const file = await openFile(0);
  const order: string[] = [];
  const tell = async (id: string) => {
    await write(file, id);
    order.push(id);
  };

  const told = [tell("a"), tell("b")];
  setImmediate(() => order.push("another call"));
  await Promise.all(told);

  expect(order.indexOf("another call")).toBeLessThan(order.indexOf("b"));
  expect(file.commitsSoFar()).toBe(2);
});

test("a transaction has the lock from its beginning, before it reads: another process waits until its end", async () => {
  const { commits, reader, add, stored } = await openFile();
  const begin = () => reader.exec("BEGIN IMMEDIATE");
  const member = await commits.begin();

  expect(begin).toThrow("database is locked");
  add("a");
  await member.commit();

  begin();
  reader.exec("ROLLBACK");
  expect(stored()).toEqual(["a"]);
});

test("one that is undone takes nothing from the others of its group", async () => {
  const file = await openFile();
  const undo = async () => {
    const member = await file.commits.begin();
    file.add("undone");
    await member.rollback();
  };

  await Promise.all([write(file, "a"), undo(), write(file, "b")]);

  expect(file.stored()).toEqual(["a", "b"]);
});

test("the first one of a group is undone alone as well, and leaves no transaction open", async () => {
  const file = await openFile();
  const member = await file.commits.begin();
  file.add("undone");

  await member.rollback();

  expect(file.file.isTransaction).toBe(false);
  await write(file, "a");
  expect(file.stored()).toEqual(["a"]);
});

test("a commit that fails fails for all of its group, and stores nothing of it", async () => {
  const file = await openFile();
  const orphan = async () => {
    const member = await file.commits.begin();
    file.add("orphan", "nobody");
    await member.commit();
  };

  const results = await Promise.allSettled([write(file, "a"), orphan()]);

  expect(results.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  expect(file.stored()).toEqual([]);
  expect(file.commitsSoFar()).toBe(0);
  await write(file, "later");
  expect(file.stored()).toEqual(["later"]);
});

test("when SQLite itself undoes the group, the others are told to run again", async () => {
  const file = await openFile();
  const rollEverythingBack = async () => {
    const member = await file.commits.begin();
    try {
      file.file.exec("INSERT OR ROLLBACK INTO row (id) VALUES ('a')");
    } catch (error) {
      await member.rollback();
      throw error;
    }
  };

  const [first, second] = await Promise.allSettled([write(file, "a"), rollEverythingBack()]);

  expect(first).toMatchObject({ status: "rejected", reason: { errcode: 5 } });
  expect(second).toMatchObject({ status: "rejected", reason: { message: expect.stringContaining("UNIQUE") } });
  expect(file.stored()).toEqual([]);
});

test("a single statement that was undone with its group runs again by itself", async () => {
  const file = await openFile();
  const rollEverythingBack = async () => {
    const member = await file.commits.begin();
    expect(() => file.file.exec("INSERT OR ROLLBACK INTO row (id) VALUES ('a'), ('a')")).toThrow("UNIQUE");
    await member.rollback();
  };

  await Promise.all([file.commits.change(() => file.add("single")), rollEverythingBack()]);

  expect(file.stored()).toEqual(["single"]);
});

test("a single statement that is refused is undone alone", async () => {
  const file = await openFile();
  const add = (id: string) => file.commits.change(() => file.add(id));

  const results = await Promise.allSettled([add("a"), add("a"), add("b")]);

  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(file.stored()).toEqual(["a", "b"]);
});

test("what may not run inside a transaction runs after those before it were committed", async () => {
  const file = await openFile();

  const written = write(file, "a");
  const synchronous = file.commits.outside(() => {
    expect(file.stored()).toEqual(["a"]);
    file.file.exec("PRAGMA synchronous = NORMAL");
    return file.file.prepare("PRAGMA synchronous").get();
  });

  await written;
  expect(await synchronous).toEqual({ synchronous: 1 });
});
