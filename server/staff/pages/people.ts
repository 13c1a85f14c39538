import type { Refusal } from "../../outcome.ts";
import type { StaffFactors } from "../factors.ts";
import { staffPeoplePath, staffPersonLinkPath, staffPersonPath, staffPersonRemovalPath } from "../paths.ts";
import type { Person } from "../people.ts";
import { type Role, roles, roleWords } from "../rules/roles.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import type { HistoryEntry } from "./history.ts";

const choices = (chosen: string) =>
  roles.map((value: Role) => ({ value, label: value, words: roleWords[value], checked: value === chosen }));

type Shown = { notice?: string | undefined; refusal?: Refusal | undefined; typed?: Record<string, unknown> };

const refusalOf = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});

/** Everybody who may come in, and the form that adds somebody. */
export const peoplePage = (desk: DeskInput, people: readonly Person[], { notice, refusal, typed = {} }: Shown = {}) => ({
  ...deskFrame(desk, "People", staffPeoplePath),
  token: desk.token,
  notice,
  people: people.map((person) => ({ ...person, href: staffPersonPath(person.id), isSelf: person.id === desk.staff.staffId })),
  email: {
    name: "email",
    label: "Email",
    value: typeof typed.email === "string" ? typed.email : "",
    error: refusal?.errors?.find(({ field }) => field === "email")?.message,
    inputmode: "email",
    autocomplete: "off",
    required: true,
  },
  roles: choices(typeof typed.role === "string" ? typed.role : "packer"),
  ...refusalOf(refusal),
});

type PersonInput = { person: Person; factors: StaffFactors; history: readonly HistoryEntry[]; seen: string };

/** One of them. */
export const personPage = (
  desk: DeskInput,
  { person, factors, history, seen }: PersonInput,
  { notice, refusal, typed = {} }: Shown = {},
) => ({
  ...deskFrame(desk, person.name || person.email, staffPeoplePath),
  token: desk.token,
  notice,
  person,
  hasApp: factors.hasApp,
  hasPasskey: factors.passkeys > 0,
  history,
  seen,
  name: {
    name: "name",
    label: "Name",
    value: typeof typed.name === "string" ? typed.name : person.name,
    autocomplete: "off",
    maxlength: 200,
  },
  roles: choices(typeof typed.role === "string" ? typed.role : person.role),
  paths: {
    person: staffPersonPath(person.id),
    link: staffPersonLinkPath(person.id),
    removal: staffPersonRemovalPath(person.id),
  },
  ...refusalOf(refusal),
});

export type PeoplePage = ReturnType<typeof peoplePage>;
export type PersonPage = ReturnType<typeof personPage>;
