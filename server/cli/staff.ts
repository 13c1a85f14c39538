import { normaliseEmail } from "../customers/rules/email.ts";
import type { Outcome } from "../outcome.ts";
import { staffOrigin } from "../staff/origin.ts";
import { staffJoinPath } from "../staff/paths.ts";
import {
  addPerson,
  createJoinToken,
  listPeople,
  type Person,
  personByEmail,
  removePerson,
  renewLink,
  signOutPeople,
} from "../staff/people/people.ts";
import { listRoles, roleByName } from "../staff/people/roles.ts";
import { roles, roleWords } from "../staff/people/rules/permissions.ts";
import { commandSource } from "../staff/records/audit.ts";
import { readArguments } from "./arguments.ts";
import type { Command, CommandContext } from "./command.ts";
import { printable } from "./printable.ts";
import { tableOf } from "./table.ts";

const help = `Usage: npm run store -- staff [list]
       npm run store -- staff add EMAIL --role ROLE
       npm run store -- staff link EMAIL [--reset]
       npm run store -- staff sign-out EMAIL | --all
       npm run store -- staff remove EMAIL

Lists who may come in at /staff/, adds somebody, prints a new link for who lost theirs or their password, ends sessions, or
removes somebody, who is signed out at once. Links choose a password, once, within an hour; an authenticator app or a passkey
is asked for all the same. Who has neither comes in by the link alone: share it securely. “sign-out” ends every session of
somebody, or of everybody; they can sign in again.

  --role ROLE   one of these, or the name of a role of the shop’s own
${roles.map((role) => `                  ${role.padEnd(9)} ${roleWords[role]}`).join("\n")}
  --reset       also turns off their authenticator app and passkeys, and signs them out everywhere: it was lost
  --all         signs everybody out, such as when a machine was broken into

Examples
  npm run store -- staff add owner@shop.example --role owner
  npm run store -- staff link packer@shop.example --reset
  npm run store -- staff sign-out --all

Exit status: 0 done, 1 refused (there is somebody with this email, or nobody; the last owner), 2 wrong use.`;

async function printLink({ config, db, now, print }: CommandContext, person: Person): Promise<void> {
  const token = await createJoinToken(db, person.id, now());
  const publicUrl = config.publicUrl ?? `http://localhost:${config.port}`;
  print(`${person.email} is ${printable(person.roleName)}. This link chooses the password, once, within an hour:`);
  print(`${staffOrigin({ publicUrl, staffHost: config.staffHost })}${staffJoinPath}?token=${token}`);
}

const refused = ({ complain }: CommandContext, outcome: Outcome<unknown>): number => {
  if (outcome.ok) return 0;
  complain(printable(outcome.errors?.[0]?.message ?? outcome.error));
  return 1;
};

async function list({ db, print }: CommandContext): Promise<number> {
  const people = await listPeople(db);
  const rows = people.map(({ email, name, roleName, hasJoined }) => [
    printable(email),
    printable(name),
    printable(roleName),
    hasJoined ? "yes" : "no",
  ]);
  print(
    rows.length === 0 ? "Nobody yet: staff add EMAIL --role owner" : tableOf([["EMAIL", "NAME", "ROLE", "PASSWORD"], ...rows]),
  );
  return 0;
}

async function named(context: CommandContext, email: string): Promise<Person | undefined> {
  const person = await personByEmail(context.db, normaliseEmail(email));
  if (!person) context.complain(`Nobody of the staff has the email ${printable(email)}.`);
  return person;
}

async function add(context: CommandContext, email: string, role: string | undefined): Promise<number> {
  const roleRow = role === undefined ? undefined : await roleByName(context.db, role);
  if (!roleRow) {
    const names = (await listRoles(context.db)).map(({ name }) => name);
    return wrongUse(context, `give --role: one of ${names.join(", ")}`);
  }
  const outcome = await addPerson(context.db, { email, role: roleRow.id, linkBy: "command" }, commandSource(), context.now());
  if (outcome.ok) await printLink(context, outcome.value);
  return refused(context, outcome);
}

async function link(context: CommandContext, email: string, resetSteps: boolean): Promise<number> {
  const person = await named(context, email);
  if (!person) return 1;
  const renewed = await renewLink(context.db, { id: person.id, resetSteps, linkBy: "command" }, commandSource(), context.now());
  if (renewed.ok) await printLink(context, renewed.value);
  return refused(context, renewed);
}

async function remove(context: CommandContext, email: string): Promise<number> {
  const person = await named(context, email);
  if (!person) return 1;
  const removed = await removePerson(context.db, person.id, commandSource(), context.now());
  if (removed.ok) context.print(`${removed.value.email} was removed, and is signed out.`);
  return refused(context, removed);
}

const count = (people: number) => (people === 1 ? "One person is" : `${people} people are`);

async function signOut(context: CommandContext, email: string | undefined): Promise<number> {
  const { db, now, print } = context;
  const person = email === undefined ? undefined : await named(context, email);
  if (email !== undefined && !person) return 1;
  const people = person ? [person] : await listPeople(db);
  const ids = people.map(({ id }) => id);
  await signOutPeople(db, ids, commandSource(), now());
  print(person ? `${person.email} is signed out everywhere.` : `${count(people.length)} signed out everywhere.`);
  return 0;
}

const wrongUse = ({ complain }: CommandContext, words: string): number => {
  complain(`${printable(words)}\nSee npm run store -- staff --help`);
  return 2;
};

const usage = "give add, link, sign-out, or remove, and one email";

/** The action to which each option belongs. */
const actionOf = { role: "add", reset: "link", all: "sign-out" } as const;

async function run(args: readonly string[], context: CommandContext): Promise<number> {
  const parsed = readArguments(args, { role: "text", reset: "flag", all: "flag" });
  if (!parsed.ok) return wrongUse(context, parsed.error);
  const { words, options } = parsed.value;
  const [action, email, ...others] = words;
  const optionNames = (["role", "reset", "all"] as const).filter((name) => options[name] !== undefined);
  const isList = action === undefined || (action === "list" && email === undefined);
  if (isList && optionNames.length === 0) return await list(context);
  const misplaced = optionNames.find((name) => actionOf[name] !== action);
  if (misplaced) return wrongUse(context, `--${misplaced} is for ${actionOf[misplaced]}`);
  const isForAll = options.all !== undefined;
  if (others.length > 0 || (email === undefined) !== isForAll) return wrongUse(context, usage);
  if (action === "sign-out") return await signOut(context, email);
  if (email === undefined) return wrongUse(context, usage);
  if (action === "add") return await add(context, email, options.role);
  if (action === "link") return await link(context, email, options.reset !== undefined);
  if (action === "remove") return await remove(context, email);
  return wrongUse(context, usage);
}

export const staffCommand: Command = { summary: "list, add, sign out, or remove who may run the shop", help, run };
