import { staffPersonPath } from "../paths.ts";
import type { RecordKind } from "../records/records.ts";
import { changePerson, lockPerson, type PersonFields } from "./people.ts";
import { listRoles } from "./roles.ts";

/**
 * A member of the staff. A removal cannot be undone: a removed person returns only by a new link.
 */
export const personKind: RecordKind<PersonFields> = {
  kind: "person",
  needs: "people:write",
  money: true,
  grants: true,
  name: ({ name }) => name || "Somebody of the staff",
  path: staffPersonPath,
  labels: { name: "Name", role: "Role" },
  words: (field, value, { referenced }) =>
    field === "role" && typeof value === "string" ? (referenced.get(value) ?? value) : undefined,
  referenced: async (db) => new Map((await listRoles(db)).map(({ id, name }) => [id, name])),
  read: lockPerson,
  write: changePerson,
};
