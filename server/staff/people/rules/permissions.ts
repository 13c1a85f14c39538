/**
 * The permissions of the staff by area, in words for the form of a role. The `read` of an area
 * allows people to see the area. Whoever gets another permission of the area also gets its `read`.
 */
export const areas = {
  orders: {
    label: "Orders",
    permissions: {
      read: "See orders, their slips, invoices, and payments",
      ship: "Mark orders as shipped, and change tracking numbers",
      returns: "Announce returns, answer requests for them, and take units in",
      refund: "Refund and cancel orders",
      edit: "Take products out of orders, change their contact and addresses, and take phone orders",
    },
  },
  stock: { label: "Stock", permissions: { read: "See the stock and its movements", write: "Move stock, and count it" } },
  products: {
    label: "Products and prices",
    permissions: {
      read: "See products, categories, collections, and imports",
      write: "Change products, prices, categories, and collections, and import",
    },
  },
  rules: {
    label: "Selling rules",
    permissions: { read: "See promos, shipping, taxes, and gifts", write: "Change promos, shipping, taxes, and gifts" },
  },
  pages: { label: "Pages", permissions: { read: "See pages and banners", write: "Change pages, banners, and links" } },
  emails: { label: "Emails", permissions: { read: "See what emails say", write: "Change what emails say" } },
  reviews: { label: "Reviews", permissions: { read: "See reviews", write: "Show, hide, and answer reviews" } },
  customers: {
    label: "Customers",
    permissions: {
      read: "See customers",
      write: "Write notes and tags, sign customers out, and download or erase all of their data",
    },
  },
  people: { label: "People", permissions: { read: "See who may come in", write: "Add, change, and remove people and roles" } },
  payments: {
    label: "Payments",
    permissions: { read: "See the card gateway’s payments", write: "Look payments up, and return those without an order" },
  },
  settings: { label: "Settings", permissions: { read: "See the settings", write: "Change the settings" } },
  reports: { label: "Reports", permissions: { read: "See the reports, and sales on Today" } },
  jobs: { label: "Jobs", permissions: { read: "See the jobs", write: "Try failed jobs again" } },
} as const satisfies Record<string, { label: string; permissions: Readonly<Record<string, string>> }>;

export type Area = keyof typeof areas;
type PermissionOf<In extends Area> = `${In}:${keyof (typeof areas)[In]["permissions"] & string}`;
export type Permission = { [In in Area]: PermissionOf<In> }[Area];
export type Permissions = ReadonlySet<Permission>;

/**
 * The needed permission, several permissions of which any one is enough, or several that are needed
 * together.
 */
export type Need = Permission | readonly Permission[] | { readonly all: readonly Permission[] };

const entries = Object.entries as <Key extends string, Value>(record: Readonly<Record<Key, Value>>) => [Key, Value][];

/** All permissions, in the order of the form. */
export const permissions: readonly Permission[] = entries(areas).flatMap(([area, { permissions: within }]) =>
  Object.keys(within).map((name) => `${area}:${name}` as Permission),
);

export const isPermission = (word: string): word is Permission => (permissions as readonly string[]).includes(word);

/** Whether a person has the needed permission. */
export function may({ permissions: held }: { permissions: Permissions }, need: Need): boolean {
  if (typeof need === "string") return held.has(need);
  return "all" in need ? includesAll(held, need.all) : need.some((permission) => held.has(permission));
}

/** All permissions to change orders. */
export const anyOrderChange = ["orders:ship", "orders:returns", "orders:refund", "orders:edit"] as const;

/** The need for all permissions that let somebody see an area. */
export const everyRead: Need = { all: permissions.filter((permission) => permission.endsWith(":read")) };

/** The permission to see the area of another permission. */
export const readOf = (permission: Permission): Permission => `${permission.slice(0, permission.indexOf(":")) as Area}:read`;

/**
 * The permissions together with the `read` permission of each of their areas, in the order of the
 * form.
 */
export function withReads(chosen: Iterable<Permission>): Permission[] {
  const all = new Set<Permission>();
  for (const permission of chosen) all.add(permission).add(readOf(permission));
  return permissions.filter((permission) => all.has(permission));
}

/**
 * Whether `held` includes all `others`. Nobody may give, change, or take away permissions that they
 * lack.
 */
export const includesAll = (held: Permissions, others: Iterable<Permission>): boolean =>
  [...others].every((permission) => held.has(permission));

/** Whether a permission is the owner's alone: people, payments, and the shop's settings. */
const isOwners = (permission: Permission): boolean => /^(people|payments|settings):/.test(permission);
const isRead = (permission: Permission): boolean => permission.endsWith(":read");

/** The fixed roles, each with the least permissions for its work. Nobody changes them. */
export const roles = ["owner", "manager", "packer", "editor", "reader"] as const;
export type Role = (typeof roles)[number];

const rolePermissions: Readonly<Record<Role, readonly Permission[]>> = {
  owner: permissions,
  manager: permissions.filter((permission) => !isOwners(permission)),
  packer: withReads(["orders:ship", "orders:returns", "stock:write", "products:read"]),
  editor: withReads(["products:write", "pages:write", "reviews:write", "stock:read"]),
  reader: permissions.filter((permission) => isRead(permission) && !isOwners(permission)),
};

export const permissionsOf = (role: Role): Permissions => new Set(rolePermissions[role]);

export const isRole = (word: string): word is Role => (roles as readonly string[]).includes(word);

/** The purpose of each role, for the page that gives it. */
export const roleWords: Readonly<Record<Role, string>> = {
  owner: "Everything, people, payments, and settings too",
  manager: "Everything but people, payments, and settings",
  packer: "Ships orders, takes returns in, and counts stock; refunds and cancels nothing",
  editor: "Products, pages, and reviews",
  reader: "Sees what a manager does, and changes nothing",
};

/**
 * The permissions that an import needs. An import that sets stock also needs the permission to move
 * stock.
 */
export const importNeeds = (stock: "kept" | "set"): readonly Permission[] =>
  stock === "set" ? ["products:write", "stock:write"] : ["products:write"];

/** A permission in words: `See the stock and its movements`. */
export function permissionWords(permission: Permission): string {
  const [area = "orders", name = "read"] = permission.split(":") as [Area, string];
  const words: Readonly<Record<string, string>> = areas[area].permissions;
  return words[name] ?? permission;
}

/** A need in words: `orders:refund`, or `orders:ship or orders:refund`. */
export function needText(need: Need): string {
  if (typeof need === "string") return need;
  return "all" in need ? need.all.join(" and ") : need.join(" or ");
}
