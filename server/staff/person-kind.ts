import { staffPersonPath } from "./paths.ts";
import { changePerson, lockPerson } from "./people.ts";
import type { RecordKind } from "./records.ts";
import type { Role } from "./rules/roles.ts";

/** Somebody of the staff. Who was removed comes back by a new link alone, so that is not undone. */
export const personKind: RecordKind<{ name: string; role: Role }> = {
  kind: "person",
  needs: { area: "people", access: "write" },
  money: true,
  name: ({ name }) => name || "Somebody of the staff",
  path: staffPersonPath,
  labels: { name: "Name", role: "Role" },
  read: lockPerson,
  write: changePerson,
};
