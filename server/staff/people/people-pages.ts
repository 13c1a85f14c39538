import { readText } from "../../read-text.ts";
import { stateLabel } from "../../state-label.ts";
import { view } from "../../web/view.ts";
import { fieldError, formErrors, type ResentForm } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { stateCell } from "../lists/columns.ts";
import { recordTable } from "../lists/table.ts";
import { staffPeoplePath, staffPersonLinkPath, staffPersonPath, staffPersonRemovalPath } from "../paths.ts";
import type { HistoryEntry } from "../records/history-page.ts";
import type { StaffFactors } from "../sign-in/factors.ts";
import type { Person } from "./people.ts";
import { roleText } from "./role-pages.ts";
import type { StaffRole } from "./roles.ts";
import { includesAll, may } from "./rules/permissions.ts";

/** The roles that the viewer may give. A role may allow no more than the viewer's own. */
const choices = ({ staff }: StaffContext, roles: readonly StaffRole[], chosen: string) =>
  roles
    .filter(({ permissions }) => includesAll(staff.permissions, permissions))
    .map((role) => ({ value: role.id, label: role.name, words: roleText(role), checked: role.id === chosen }));

const mayWrite = ({ staff }: StaffContext): boolean => may(staff, "people:write");

const joinStates = {
  joined: stateLabel("done", "has a password"),
  invited: stateLabel("waiting", "link not followed yet"),
} as const;

type FormResult = ResentForm & { notice?: string | undefined };

/** The members of the staff, and the form that adds one. */
export const peoplePage = (
  context: StaffContext,
  { people, roles }: { people: readonly Person[]; roles: readonly StaffRole[] },
  { notice, refusal, typed = {} }: FormResult = {},
) => ({
  ...staffFrame(context, "People", staffPeoplePath),
  token: context.token,
  notice,
  mayWrite: mayWrite(context),
  table: recordTable({
    caption: "Everybody who may come in",
    columns: [
      { label: "Email", cell: ({ id, email }) => ({ text: email, href: staffPersonPath(id) }) },
      { label: "Name", cell: ({ id, name }) => [name, id === context.staff.staffId && "(you)"].filter(Boolean).join(" ") },
      { label: "Role", cell: ({ roleName }) => roleName },
      { label: "Sign-in", isInFirstLine: true, cell: ({ hasJoined }) => stateCell(joinStates[hasJoined ? "joined" : "invited"]) },
    ],
    rows: people,
  }),
  email: {
    name: "email",
    label: "Email",
    value: readText(typed.email),
    error: fieldError(refusal, "email"),
    inputmode: "email",
    autocomplete: "off",
    required: true,
  },
  roles: choices(context, roles, readText(typed.role, "packer")),
  ...formErrors(refusal),
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
  context: StaffContext,
  { person, roles, factors, history, seen }: PersonInput,
  { notice, refusal, typed = {} }: FormResult = {},
) => ({
  ...staffFrame(context, person.name || person.email, staffPeoplePath),
  token: context.token,
  notice,
  person,
  /** only people with at least this person's permissions may change the person */
  mayWrite:
    mayWrite(context) && includesAll(context.staff.permissions, roles.find(({ id }) => id === person.role)?.permissions ?? []),
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
  roles: choices(context, roles, readText(typed.role, person.role)),
  paths: {
    person: staffPersonPath(person.id),
    link: staffPersonLinkPath(person.id),
    removal: staffPersonRemovalPath(person.id),
  },
  ...formErrors(refusal),
});

type PeoplePage = ReturnType<typeof peoplePage>;
export const peopleView = view<PeoplePage>("staff/people");
type PersonPage = ReturnType<typeof personPage>;
export const personView = view<PersonPage>("staff/person");
