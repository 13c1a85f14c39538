import { part } from "../../web/view.ts";
import type { ProductCard } from "../rules/product-card.ts";
import type { ShipTo } from "../rules/ship-to.ts";

type CardList = { cards: readonly ProductCard[]; shipTo: ShipTo | undefined };

export const cardsPart = part<CardList>("catalog/cards");
