/**
 * The fields that search engines require and recommend for the types on the shop's pages
 * (schema.org, Google's rich results), as far as the shop knows them.
 */
type Shape = { needs: Record<string, Check>; may?: Record<string, Check> };
type Check = (value: unknown) => boolean;
type Node = Record<string, unknown>;

const text: Check = (value) => typeof value === "string" && value.trim() !== "";
const address: Check = (value) => typeof value === "string" && /^https?:\/\/[^\s]+$/.test(value) && URL.canParse(value);
const price: Check = (value) => typeof value === "string" && /^\d+\.\d\d$/.test(value);
const count: Check = (value) => Number.isInteger(value) && Number(value) > 0;
const date: Check = (value) => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);
const stars: Check = (value) => Number(value) >= 1 && Number(value) <= 5;
const currency: Check = (value) => value === "USD";
const availability: Check = (value) => ["InStock", "OutOfStock"].some((state) => value === `https://schema.org/${state}`);
const some =
  (check: Check): Check =>
  (value) =>
    Array.isArray(value) && value.length > 0 && value.every(check);
const a =
  (...types: string[]): Check =>
  (value) =>
    typeof value === "object" &&
    value !== null &&
    types.includes(String((value as Node)["@type"])) &&
    failuresOf(value).length === 0;

const shapes: Record<string, Shape> = {
  Product: {
    needs: { name: text, image: some(address), offers: a("Offer", "AggregateOffer"), url: address },
    may: {
      "@id": address,
      description: text,
      brand: a("Brand"),
      category: text,
      sku: text,
      aggregateRating: a("AggregateRating"),
      review: some(a("Review")),
    },
  },
  Offer: { needs: { price, priceCurrency: currency, availability, url: address }, may: { sku: text, name: text } },
  AggregateOffer: {
    needs: {
      lowPrice: price,
      highPrice: price,
      priceCurrency: currency,
      offerCount: count,
      availability,
      offers: some(a("Offer")),
    },
    may: { url: address },
  },
  AggregateRating: { needs: { ratingValue: stars, reviewCount: count }, may: { bestRating: stars, worstRating: stars } },
  Review: {
    needs: { author: a("Person"), reviewRating: a("Rating") },
    may: { datePublished: date, name: text, reviewBody: text },
  },
  Rating: { needs: { ratingValue: stars }, may: { bestRating: stars, worstRating: stars } },
  Person: { needs: { name: text } },
  Brand: { needs: { name: text } },
  BreadcrumbList: { needs: { itemListElement: (value) => some(a("ListItem"))(value) && isWay(value as Node[]) } },
  ListItem: { needs: { position: count, name: text }, may: { item: address } },
  Organization: { needs: { name: text, url: address }, may: { "@id": address, logo: address } },
  WebSite: {
    needs: { name: text, url: address, potentialAction: a("SearchAction") },
    may: { publisher: (value) => address((value as Node)["@id"]) },
  },
  SearchAction: {
    needs: { target: a("EntryPoint"), "query-input": (value) => value === "required name=search_term_string" },
  },
  EntryPoint: {
    needs: {
      urlTemplate: (value) => String(value).includes("{search_term_string}") && address(String(value).replace(/[{}]/g, "")),
    },
  },
};

/**
 * Whether the steps of a breadcrumb list are correct. There are at least two, counted from one.
 * Each has an address, except that the last may have none, since it is the page itself.
 */
const isWay = (steps: readonly Node[]) =>
  steps.length > 1 &&
  steps.every(({ position, item }, at) => position === at + 1 && (item !== undefined || at === steps.length - 1));

/** A node's faults: fields that are missing, malformed or unknown to its type. */
export function failuresOf(node: unknown): string[] {
  const { "@type": type, "@context": context, ...fields } = node as Node;
  const shape = shapes[String(type)];
  if (!shape) return [`no such type: ${String(type)}`];
  const checks = { ...shape.needs, ...shape.may };
  const missing = Object.keys(shape.needs).filter((name) => fields[name] === undefined);
  const wrong = Object.entries(fields).filter(([name, value]) => !checks[name]?.(value));
  return [
    ...(context === undefined || context === "https://schema.org" ? [] : [`context ${String(context)}`]),
    ...missing.map((name) => `${String(type)} lacks ${name}`),
    ...wrong.map(([name, value]) => `${String(type)}.${name}: ${JSON.stringify(value)}`),
  ];
}
