import type { BuyBoxProps, Choice, ShownPrice } from "../../../islands/catalog/buy-box.props.ts";
import { type Cents, dollars, toAmount } from "../../money.ts";
import type { Page } from "../../web/views.ts";
import type { Asked, Details } from "../details.ts";
import { shownQuantity, stateText } from "../rules/availability.ts";
import { type Card, cardForAll, cardOf } from "../rules/card.ts";
import { landingPath } from "../rules/landings.ts";
import { lastPage, pagerOf } from "../rules/paging.ts";
import { discountPercent } from "../rules/prices.ts";
import { defaultVariant, groundOf, type Product, productPath, type Variant } from "../rules/product.ts";
import { reviewOrders, reviewsPerPage } from "../rules/reviews.ts";
import { summaryOf } from "../rules/summary.ts";
import { type Tile, tileOf } from "../rules/tile.ts";

/** The one address of a product page: parts in a fixed order, defaults left out. */
export function productAddress(slug: string, { reviews, shipTo }: Asked): string {
  const query = new URLSearchParams();
  if (reviews.order !== "newest") query.append("reviews_order_by", reviews.order);
  if (reviews.page > 1) query.append("reviews_page", String(reviews.page));
  if (shipTo) query.append("ship_to", shipTo.area);
  return query.size > 0 ? `${productPath(slug)}?${query}` : productPath(slug);
}

/** What views/catalog/product.hbs receives. */
export function productPage(publicUrl: string, details: Details, now: number): Page {
  const { product, description, shipTo, restrictedStates } = details;
  const card = cardForAll(cardOf(product, details.rules, now));
  return {
    title: product.brand ? `${product.name} by ${product.brand}` : product.name,
    description: summaryOf(description) || `${product.name} in our ${product.category.name.toLowerCase()} range.`,
    canonical: publicUrl + productPath(product.slug),
    crumbs: [
      { name: "Home", href: "/storefront/" },
      { name: product.category.name, href: landingPath(product.category.slug) },
      { name: product.name },
    ],
    name: product.name,
    brand: product.brand,
    label: card.label,
    ground: groundOf(product.category.slug),
    pictures: product.pictures.map((picture, at) => ({ ...picture, number: at + 1, first: at === 0 })),
    several: product.pictures.length > 1,
    rating: details.rating,
    buy: buyBox(product, card, tileOf(product, 0, { rules: details.rules, shipTo, now })),
    shipTo,
    everywhere: productAddress(product.slug, { ...details, shipTo: undefined }),
    about: description,
    facts: factsOf(details),
    reviews: reviewsOf(details),
    productJson: { ...card, restrictedStates },
  };
}

function buyBox(product: Product, card: Card, tile: Pick<Tile, "price" | "was" | "save">): BuyBoxProps {
  const refusal = stateText(card);
  const { price, was, save } = tile;
  return {
    name: product.name,
    category: product.category.slug,
    price: { now: price, ...(was && { was }), save },
    option: optionName(product),
    choices: product.variants.map((variant) => choiceOf(product, variant)),
    chosen: defaultVariant(product)?.id ?? "",
    ...(refusal && { refusal }),
  };
}

/** What the shopper chooses between: `Size`, or `Colour and size`. */
function optionName({ variants }: Product): string {
  const [first, ...others] = Object.keys(variants[0]?.options ?? {});
  return first === undefined ? "Choose" : [first, ...others.map((option) => option.toLowerCase())].join(" and ");
}

function choiceOf({ pictures, variants }: Product, { id, name, options, price, compareAt, left, picture }: Variant): Choice {
  const values = Object.values(options);
  const grouped = variants.every((each) => Object.keys(each.options).length > 1);
  return {
    id,
    name,
    ...(grouped && { group: values[0], short: values.slice(1).join(" / ") }),
    price: shownPrice(price, compareAt),
    amount: toAmount(price),
    left: shownQuantity(left),
    picture: `picture-${picture < pictures.length ? picture + 1 : 1}`,
  };
}

function shownPrice(price: Cents, compareAt: Cents | undefined): ShownPrice {
  const save = discountPercent(price, compareAt);
  return { now: dollars(price), ...(save > 0 && compareAt !== undefined && { was: dollars(compareAt) }), save };
}

function factsOf({ facts }: Details): { name: string; values: string }[] {
  const groups = Map.groupBy(facts, ({ name }) => name);
  return [...groups].map(([name, of]) => ({ name, values: of.map(({ value }) => value).join(", ") }));
}

const day = new Intl.DateTimeFormat("en-US", { dateStyle: "long", timeZone: "UTC" });

/** The reviews and what their order and pages link to: plain addresses that keep the place (acceptance 158, 159). */
function reviewsOf(details: Details) {
  const { product, rating, reviews, reviewList } = details;
  const address = (page: number) => `${productAddress(product.slug, { ...details, reviews: { ...reviews, page } })}#reviews`;
  return {
    list: reviewList.map((review) => ({
      ...review,
      halves: String(review.stars),
      date: day.format(review.at),
      dateTime: new Date(review.at).toISOString().slice(0, 10),
    })),
    orders: reviewOrders.map((order) => ({ ...order, selected: order.value === reviews.order })),
    several: rating.count > 1,
    pager: pagerOf(reviews.page, lastPage(rating.count, reviewsPerPage), address),
  };
}
