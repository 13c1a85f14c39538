import type { BuyBoxProps, Choice, PriceView } from "../../../islands/catalog/buy-box.props.ts";
import type { Dates } from "../../dates.ts";
import { paperUrl } from "../../media/papers.ts";
import { shared } from "../../media/shared-picture.ts";
import { type Cents, dollars, toAmount } from "../../money.ts";
import { homePath } from "../../paths.ts";
import { breadcrumbLd, type Crumb } from "../../web/json-ld.ts";
import { view } from "../../web/view.ts";
import type { Details, ProductQuery } from "../details.ts";
import { cardsPath, productPath } from "../paths.ts";
import { unavailableText } from "../rules/availability.ts";
import { type Card, cardForAll, cardOf } from "../rules/card.ts";
import { landingPath } from "../rules/categories.ts";
import { lastPage, pagerOf } from "../rules/paging.ts";
import { paperFacts } from "../rules/papers.ts";
import type { Picture } from "../rules/pictures.ts";
import { discountPercent } from "../rules/prices.ts";
import { defaultVariant, type Product, type Variant } from "../rules/product.ts";
import { keepingState, type ProductCard, productCard } from "../rules/product-card.ts";
import { productHead } from "../rules/product-head.ts";
import { reviewOrders, reviewsPerPage } from "../rules/reviews.ts";
import { shipToMenu } from "../rules/ship-to.ts";
import { mostOf, stockText } from "../rules/stock-text.ts";
import { textOf } from "../rules/summary.ts";
import { colourOf, swatchOf } from "../rules/swatches.ts";
import { productLd } from "./product-ld.ts";

/** The canonical address of a product page: parts in a fixed order, defaults left out. */
export function productAddress(slug: string, { reviews, shipTo, variantId }: ProductQuery): string {
  const query = new URLSearchParams();
  if (reviews.order !== "newest") query.append("reviews_order_by", reviews.order);
  if (reviews.page > 1) query.append("reviews_page", String(reviews.page));
  if (shipTo) query.append("ship_to", shipTo.area);
  if (variantId) query.append("variant", variantId);
  return query.size > 0 ? `${productPath(slug)}?${query}` : productPath(slug);
}

const crumbsOf = ({ name, category }: Product): Crumb[] => [
  { name: "Home", href: homePath },
  { name: category.name, href: landingPath(category.slug) },
  { name },
];

/** `publicUrl` is the only source of absolute addresses; `now` is in ms. */
type ProductPageInput = { publicUrl: string; now: number; dates: Dates; notes: ProductNotes };

/** The texts of other features on a product's page. */
export type ProductNotes = {
  /** how long delivery takes, in words */
  delivery?: string | undefined;
  /** the days after shipping in which a return can be requested, and the policy's address */
  returns?: { days: number; href: string | undefined } | undefined;
  sizeGuide?: { title: string; href: string; html: string } | undefined;
};

type ProductPage = ReturnType<typeof productPage>;
export const productView = view<ProductPage>("catalog/product");

/** The values of views/catalog/product.hbs. */
export function productPage(details: Details, { publicUrl, now, dates, notes }: ProductPageInput) {
  const { product, description, shipTo, restrictedStates, variantId } = details;
  const pictures = picturesOf(details);
  const card = cardForAll(cardOf(product, details.rules, now));
  const inState = productCard(product, 0, { rules: details.rules, shipTo, now });
  // A product may have no variant on sale; then nothing can be chosen.
  const buy = product.variants.length > 0 ? buyBox(details, card, { prices: inState, pictures }) : undefined;
  const unavailable = buy?.unavailable ?? unavailableText(card) ?? (buy ? stockOf(buy) : stockText(0));
  return {
    ...productHead({ ...details, name: product.name, brand: product.brand, category: product.category.name }),
    canonical: publicUrl + productPath(product.slug),
    ...shared(publicUrl, product.shared),
    ogType: "product" as const,
    jsonLd: [
      productLd(publicUrl, { product, about: textOf(description), rating: details.rating, reviews: details.reviewList }),
      breadcrumbLd(publicUrl, crumbsOf(product)),
    ],
    crumbs: crumbsOf(product),
    name: product.name,
    brand: product.brand,
    label: card.label,
    backdropColour: product.category.backdrop,
    pictures,
    ...(pictures.some(({ first, isPlaceholder }) => first && !isPlaceholder) && { expects: "picture-1" }),
    several: pictures.length > 1,
    rating: details.rating,
    buy,
    restingBar: { name: product.name, unavailable },
    unavailable,
    delivery: inState.unavailable === "" ? notes.delivery : undefined,
    returns: notes.returns,
    sizeGuide: notes.sizeGuide,
    shipTo,
    variantId,
    // The form for the state keeps the chosen variant.
    shipToKeeps: variantId ? [{ name: "variant", value: variantId }] : [],
    heart: { productId: product.id, name: product.name },
    everywhere: shipToMenu(productAddress(product.slug, { ...details, shipTo: undefined }), details),
    ...(restrictedStates.length > 0 && { shipToHint: "This product can’t be sold in every state." }),
    about: description,
    facts: factsOf(details),
    papers: details.papers.map((paper) => ({ href: paperUrl(paper.key), title: paper.title, facts: paperFacts(paper) })),
    reviews: reviewsOf(details, dates),
    related: details.related,
    recent: { productId: product.id, cards: `${cardsPath}?${shipTo ? `ship_to=${shipTo.area}&` : ""}` },
    categoryHref: keepingState(landingPath(product.category.slug), shipTo),
    productJson: { ...card, restrictedStates },
  };
}

type GalleryPicture = Picture & { number: number; first: boolean; from: number };

/**
 * The pictures in the order shown. The picture of the variant in the address comes first. `from` is
 * a picture's index in the product.
 */
function picturesOf({ product, variant }: Details): GalleryPicture[] {
  const own = product.pictures.map((picture, from) => ({ ...picture, from }));
  const front = own.filter(({ from }) => from === variant?.picture);
  const pictures = [...front, ...own.filter((picture) => !front.includes(picture))];
  return pictures.map((picture, at) => ({ ...picture, number: at + 1, first: at === 0 }));
}

type BuyBoxInput = { prices: Pick<ProductCard, "price" | "was" | "save">; pictures: readonly GalleryPicture[] };

function buyBox({ product, variant, restrictedStates }: Details, card: Card, { prices, pictures }: BuyBoxInput): BuyBoxProps {
  const unavailable = unavailableText(card);
  const { price, was, save } = prices;
  return {
    productId: product.id,
    name: product.name,
    category: product.category.slug,
    price: variant ? shownPrice(variant.price, variant.compareAt) : { now: price, ...(was && { was }), save },
    option: optionName(product),
    shape: new Set(product.variants.map(({ price }) => price)).size > 1 ? "radio-card" : "chip",
    choices: product.variants.map((each) => choiceOf(product, each, pictures)),
    chosen: (variant ?? defaultVariant(product))?.id ?? "",
    restrictedAreas: restrictedStates.map(areaOf),
    ...(unavailable && { unavailable }),
  };
}

/** Why the chosen variant cannot be bought; empty if it can. */
function stockOf({ choices, chosen }: BuyBoxProps): string {
  const choice = choices.find(({ id }) => id === chosen);
  return choice && choice.most > 0 ? "" : stockText(0);
}

/**
 * The code of an area without its country: `TX` of `US-TX`. The United States and Canada have no
 * area code in common.
 */
const areaOf = (state: string): string => state.slice(3);

/** The label of the choice: `Size`, or `Color and size`. */
function optionName({ variants }: Product): string {
  const [first, ...others] = Object.keys(variants[0]?.options ?? {});
  return first === undefined ? "Choose" : [first, ...others.map((option) => option.toLowerCase())].join(" and ");
}

function choiceOf({ variants }: Product, variant: Variant, pictures: readonly GalleryPicture[]): Choice {
  const { id, name, options, price, compareAt, left, picture } = variant;
  const values = Object.values(options);
  const grouped = variants.every((each) => Object.keys(each.options).length > 1);
  const colour = colourOf(variant);
  // In a group the colour is shown once, beside the group's name.
  const swatch = grouped && colour !== values[0] ? undefined : swatchOf(colour ?? "");
  return {
    id,
    name,
    ...(grouped && { group: values[0] }),
    ...(swatch !== undefined && { swatch }),
    short: grouped ? values.slice(1).join(" / ") : name,
    price: shownPrice(price, compareAt),
    amount: toAmount(price),
    stock: stockText(left),
    most: mostOf(left),
    picture: (pictures.find(({ from }) => from === picture)?.number ?? 1) - 1,
  };
}

function shownPrice(price: Cents, compareAt: Cents | undefined): PriceView {
  const save = discountPercent(price, compareAt);
  return { now: dollars(price), ...(save > 0 && compareAt !== undefined && { was: dollars(compareAt) }), save };
}

/** The facts except the variants' options, since the choices already show these in more detail. */
function factsOf({ facts, product }: Details): { name: string; values: string }[] {
  const options = new Set(product.variants.flatMap((variant) => Object.keys(variant.options).map((name) => name.toLowerCase())));
  const groups = Map.groupBy(facts, ({ name }) => name);
  const told = [...groups].filter(([name]) => !options.has(name.toLowerCase()));
  return told.map(([name, values]) => ({ name, values: values.map(({ value }) => value).join(", ") }));
}

/**
 * The reviews, and the links to their sort options and pages. A link keeps the rest of the address
 * (requirements 158, 159).
 */
function reviewsOf(details: Details, dates: Dates) {
  const { product, rating, reviews, reviewList } = details;
  const address = (page: number) => `${productAddress(product.slug, { ...details, reviews: { ...reviews, page } })}#reviews`;
  return {
    list: reviewList.map(({ author, stars, title, body, at, order_id, answer }) => ({
      ...{ author, title, body, answer },
      halves: String(stars),
      date: dates.day(at),
      verified: order_id !== null,
    })),
    orders: reviewOrders.map((order) => ({ ...order, selected: order.value === reviews.order })),
    several: rating.count > 1,
    pager: pagerOf(reviews.page, lastPage(rating.count, reviewsPerPage), address),
  };
}
