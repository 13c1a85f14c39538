import type { Refusal } from "../../outcome.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import type { StaffFactors } from "../factors.ts";
import { staffPeoplePath, staffPersonLinkPath, staffPersonPath, staffPersonRemovalPath } from "../paths.ts";
import type { Person } from "../people.ts";
import type { StaffRole } from "../roles.ts";
import { includesAll, may } from "../rules/permissions.ts";
import { type DeskInput, deskFrame } from "./desk.ts";
import type { HistoryEntry } from "./history.ts";
import { roleText } from "./roles.ts";

/** The roles that the viewer may give: none allows more than their own. */
const choices = ({ staff }: DeskInput, roles: readonly StaffRole[], chosen: string) =>
  roles
    .filter(({ permissions }) => includesAll(staff.permissions, permissions))
    .map((role) => ({ value: role.id, label: role.name, words: roleText(role), checked: role.id === chosen }));

const mayWrite = ({ staff }: DeskInput): boolean => may(staff, "people:write");

type Shown = { notice?: string | undefined; refusal?: Refusal | undefined; typed?: Record<string, unknown> };

const refusalOf = (refusal: Refusal | undefined) => ({
  errors: refusal?.errors ?? [],
  formError: refusal && !refusal.errors ? refusal.error : undefined,
});

/** The members of the staff, and the form that adds one. */
export const peoplePage = (
  desk: DeskInput,
  { people, roles }: { people: readonly Person[]; roles: readonly StaffRole[] },
  { notice, refusal, typed = {} }: Shown = {},
) => ({
  ...deskFrame(desk, "People", staffPeoplePath),
  token: desk.token,
  notice,
  mayWrite: mayWrite(desk),
  people: people.map((person) => ({ ...person, href: staffPersonPath(person.id), isSelf: person.id === desk.staff.staffId })),
  email: {
    name: "email",
    label: "Email",
    value: readText(typed.email),
    error: refusal?.errors?.find(({ field }) => field === "email")?.message,
    inputmode: "email",
    autocomplete: "off",
    required: true,
  },
  roles: choices(desk, roles, readText(typed.role, "packer")),
  ...refusalOf(refusal),
});

type PersonInput = {
  person: Person;
  roles: readonly StaffRole[];
  factors: StaffFactors;
  history: readonly HistoryEntry[];
  seen: string;
};

/** The page of one member of the staff. */
export const personPage = (
  desk: DeskInput,
  { person, roles, factors, history, seen }: PersonInput,
  { notice, refusal, typed = {} }: Shown = {},
) => ({
  ...deskFrame(desk, person.name || person.email, staffPeoplePath),
  token: desk.token,
  notice,
  person,
  /** only people who may do as much may change this person */
  mayWrite: mayWrite(desk) && includesAll(desk.staff.permissions, roles.find(({ id }) => id === person.role)?.permissions ?? []),
  hasApp: factors.hasApp,
  hasPasskey: factors.passkeys > 0,
  history,
  seen,
  name: {
    name: "name",
    label: "Name",
    value: readText(typed.name, person.name),
    autocomplete: "off",
    maxlength: 200,
  },
  roles: choices(desk, roles, readText(typed.role, person.role)),
  paths: {
    person: staffPersonPath(person.id),
    link: staffPersonLinkPath(person.id),
    removal: staffPersonRemovalPath(person.id),
  },
  ...refusalOf(refusal),
});

type PeoplePage = ReturnType<typeof peoplePage>;
export const peopleView = view<PeoplePage>("staff/people");
type PersonPage = ReturnType<typeof personPage>;
export const personView = view<PersonPage>("staff/person");
