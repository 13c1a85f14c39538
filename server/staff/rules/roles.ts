/** What a member of the staff may do, by role; the least that the work of each takes. */
export const roles = ["owner", "manager", "packer", "editor", "reader"] as const;
export type Role = (typeof roles)[number];

/** The parts of the staff's side. */
export const areas = [
  "orders",
  "stock",
  "products",
  "rules",
  "pages",
  "emails",
  "reviews",
  "customers",
  "people",
  "payments",
  "settings",
  "reports",
  "jobs",
] as const;
export type Area = (typeof areas)[number];

/** `write` includes `read`. */
export type Access = "read" | "write";
export type Need = { area: Area; access: Access };

const every = (access: Access, but: readonly Area[] = []): Partial<Record<Area, Access>> =>
  Object.fromEntries(areas.filter((area) => !but.includes(area)).map((area) => [area, access]));

/** Kept from everybody but the owner: who may come in, how money comes in, and what the shop is. */
const owners: readonly Area[] = ["people", "payments", "settings"];

const access: Readonly<Record<Role, Partial<Record<Area, Access>>>> = {
  owner: every("write"),
  manager: every("write", owners),
  packer: { orders: "write", stock: "write", products: "read" },
  editor: { products: "write", pages: "write", reviews: "write", stock: "read" },
  reader: every("read", owners),
};

/** Whether a role may enter an area, for reading or for changing. */
export function mayEnter(role: Role, { area, access: wanted }: Need): boolean {
  const given = access[role][area];
  return given === "write" || (given !== undefined && given === wanted);
}

export const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word);

/** What each role is for, for the page that gives it. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Everything, people, payments, and settings too",
  manager: "Everything but people, payments, and settings",
  packer: "Orders and stock",
  editor: "Products, pages, and reviews",
  reader: "Sees what a manager does, and changes nothing",
};
