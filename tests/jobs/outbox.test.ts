import type * as files from "node:fs/promises";
import { mkdir, mkdtemp, readdir, rename, rm, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeEach, expect, onTestFinished, test, vi } from "vitest";
import { openMail } from "../../server/jobs/mail.ts";
import { deleteEmailsOf, deleteOldEmails } from "../../server/jobs/outbox.ts";

vi.mock("node:fs/promises", async (original) => ({ ...(await original<typeof files>()), readdir: vi.fn() }));

const { readdir: listFolder } = await vi.importActual<typeof files>("node:fs/promises");
beforeEach(() => {
  vi.mocked(readdir).mockImplementation(listFolder as typeof readdir);
});

/** Runs `change` once, between listing the folder's files and handling them. */
function afterListing(change: () => Promise<void>): void {
  vi.mocked(readdir).mockImplementationOnce((async (folder: string) => {
    const names = await listFolder(folder);
    await change();
    return names;
  }) as typeof readdir);
}

async function openOutbox() {
  const directory = await mkdtemp("/dev/shm/outbox-");
  onTestFinished(() => rm(directory, { recursive: true }));
  const folder = join(directory, "outbox");
  await mkdir(folder);
  const write = (name: string, to: string) => writeFile(join(folder, name), `From: shop@example.com\r\nTo: ${to}\r\n\r\nHello`);
  const finish = () => rename(join(folder, "a.tmp"), join(folder, "a.eml"));
  return { directory, folder, write, finish, names: async () => (await listFolder(folder)).sort() };
}

test("the emails to an address are deleted in any case of it, whole or not, and no others", async () => {
  const { directory, write, names } = await openOutbox();
  const mail = openMail({ smtpUrl: undefined, from: "shop@example.com", directory, host: "shop.test" });
  onTestFinished(() => mail.close());
  await mail.send({ to: "Ann@Example.com", subject: "Hello", text: "Hello", html: "<p>Hello</p>", messageId: "m-1" });
  await write("a.tmp", "Ann Lee <ann@example.com>");
  await write("b.eml", "joann@example.com");
  await write("ann@example.com", "ann@example.com");

  expect(await deleteEmailsOf(directory, ["ann@EXAMPLE.com"])).toBe(2);
  expect(await names()).toEqual(["ann@example.com", "b.eml"]);
  expect(await deleteEmailsOf(join(directory, "none"), ["ann@example.com"])).toBe(0);
});

test("an email that becomes whole while those to its address are deleted is deleted too", async () => {
  const { directory, write, finish, names } = await openOutbox();
  await write("a.tmp", "ann@example.com");
  afterListing(finish);

  expect(await deleteEmailsOf(directory, ["ann@example.com"])).toBe(1);
  expect(await names()).toEqual([]);
});

test("old emails are deleted though one becomes whole, and another process deletes one, meanwhile", async () => {
  const { directory, folder, write, finish, names } = await openOutbox();
  for (const name of ["a.tmp", "b.eml", "c.eml", "d.eml"]) await write(name, "ann@example.com");
  for (const name of ["a.tmp", "b.eml", "c.eml"]) await utimes(join(folder, name), 1, 1);
  afterListing(async () => {
    await finish();
    await rm(join(folder, "b.eml"));
  });

  await deleteOldEmails(directory, 2000);
  expect(await names()).toEqual(["d.eml"]);
});
