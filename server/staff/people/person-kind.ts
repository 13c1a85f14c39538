import { recordKind } from "../forms/record-kind.ts";
import { staffPersonPath } from "../paths.ts";
import { changePerson, lockPerson } from "./people.ts";
import { personForm } from "./person-form.ts";
import { listRoles } from "./roles.ts";

/**
 * A member of the staff. The removal of a person cannot be undone. To return, the person has to be
 * added again, and gets a new link to set a password.
 */
export const personKind = recordKind({
  kind: "person",
  needs: "people:write",
  money: true,
  grants: true,
  name: ({ name }) => name || "Somebody of the staff",
  path: staffPersonPath,
  form: personForm,
  referenced: async (db) => new Map((await listRoles(db)).map(({ id, name }) => [id, name])),
  read: lockPerson,
  write: changePerson,
});
