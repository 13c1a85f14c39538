import type { Page } from "@playwright/test";

/**
 * A staff screen and the name of its picture. `path` is its address. `first` does actions on that
 * page. With `link`, the picture shows another page: the target of the first link there that
 * matches the pattern, with `below` appended to its address.
 */
export type PicturedScreen = {
  name: string;
  path: string;
  link?: RegExp;
  below?: string;
  first?: (page: Page) => Promise<void>;
};

const press = (page: Page, name: string): Promise<void> => page.getByRole("button", { name }).click();

/** A file as another shop may send it: one new product, one existing product, and a wrong row. */
const productFile = `Handle,Title,Variant Price,Option1 Name,Option1 Value,Variant SKU
oak-bowl,Oak bowl,12.50,Size,Small,OB-S
oak-bowl,,21,,Large,OB-L
walnut-tray,Walnut tray,thirty,,,WT-1
`;

async function sendFile(page: Page): Promise<void> {
  const file = { name: "wood.csv", mimeType: "text/csv", buffer: Buffer.from(productFile) };
  await page.getByLabel("Product file").setInputFiles(file);
  await page.getByLabel("Category of products").selectOption({ index: 1 });
  await press(page, "Upload and try");
  await page.getByText("Waits for your decision").waitFor();
}

async function makeSheet(page: Page): Promise<void> {
  await page.getByText("New sheet").click();
  await press(page, "Make the sheet");
}

async function tryPrices(page: Page): Promise<void> {
  await page.getByLabel(/^All .* that match/).check();
  await press(page, "Change prices");
  await page.getByLabel("Percentage or dollars").fill("10%");
  await press(page, "Show what it does");
}

const first = (name: string, path: string, link: RegExp, below = ""): PicturedScreen => ({ name, path, link, below });
const aProduct = /^\/staff\/products\/(?!new)[^/?]+\/$/;

/** The screens in the order of `docs/staff.md`. */
export const picturedScreens: readonly PicturedScreen[] = [
  { name: "today", path: "/staff/" },
  { name: "search", path: "/staff/search/?q=lemon" },
  { name: "people", path: "/staff/people/" },
  { name: "sign-in", path: "/staff/security/" },
  { name: "orders", path: "/staff/orders/" },
  first("order", "/staff/orders/", /^\/staff\/orders\/\d+\/$/),
  first("packing-slip", "/staff/orders/1001/", /^\/staff\/orders\/\d+\/slip\/$/),
  { name: "invoice", path: "/staff/orders/1001/invoice/" },
  { name: "phone-order", path: "/staff/phone-orders/", first: (page) => press(page, "Take a phone order") },
  { name: "customers", path: "/staff/customers/" },
  first("customer", "/staff/customers/", /^\/staff\/customers\/[^/?]+\/$/),
  { name: "reviews", path: "/staff/reviews/" },
  { name: "products", path: "/staff/products/" },
  first("product", "/staff/products/", aProduct),
  first("schedule", "/staff/products/", aProduct, "schedule/"),
  { name: "synonyms", path: "/staff/synonyms/" },
  { name: "categories", path: "/staff/categories/" },
  first("category", "/staff/categories/", /^\/staff\/categories\/(?!new)[^/?]+\/$/),
  { name: "prices", path: "/staff/products/?category=glass", first: tryPrices },
  { name: "imports", path: "/staff/imports/" },
  { name: "import", path: "/staff/imports/", first: sendFile },
  { name: "stock", path: "/staff/stock/" },
  first("stock-movements", "/staff/stock/", /^\/staff\/stock\/[^/?]+\/$/),
  { name: "counts", path: "/staff/counts/" },
  { name: "count", path: "/staff/counts/", first: makeSheet },
  { name: "promos", path: "/staff/rules/promos/" },
  { name: "promo", path: "/staff/rules/promos/new/" },
  { name: "zones", path: "/staff/rules/zones/" },
  { name: "methods", path: "/staff/rules/methods/" },
  { name: "taxes", path: "/staff/rules/taxes/" },
  { name: "states", path: "/staff/rules/states/" },
  first("state", "/staff/rules/states/", /^\/staff\/rules\/states\/(?!categories)[^/?]+\/$/),
  { name: "gifts", path: "/staff/rules/gifts/" },
  { name: "simulation", path: "/staff/rules/simulation/" },
  { name: "pages", path: "/staff/pages/" },
  { name: "banner", path: "/staff/pages/banners/new/" },
  { name: "text", path: "/staff/pages/texts/new/" },
  { name: "navigation", path: "/staff/pages/navigation/" },
  { name: "emails", path: "/staff/emails/" },
  first("email", "/staff/emails/", /^\/staff\/emails\/(?!recipients)[^/?]+\/$/),
  { name: "recipients", path: "/staff/emails/recipients/" },
  { name: "activity", path: "/staff/activity/" },
  { name: "settings", path: "/staff/settings/" },
  { name: "reports", path: "/staff/reports/" },
  { name: "jobs", path: "/staff/jobs/" },
  { name: "payments", path: "/staff/payments/" },
];
