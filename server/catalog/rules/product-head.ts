import { summaryOf } from "./summary.ts";

type HeadInput = {
  name: string;
  brand: string;
  /** the category's name */
  category: string;
  /** cleaned HTML */
  description: string;
  /** the owner's texts; empty for the usual ones */
  seoTitle: string;
  seoDescription: string;
};

/** The title and description of a product's page, for search engines and shared links. */
export const productHead = ({ name, brand, category, description, seoTitle, seoDescription }: HeadInput) => ({
  title: seoTitle || (brand ? `${name} by ${brand}` : name),
  description: seoDescription || summaryOf(description) || `${name} in our ${category.toLowerCase()} collection.`,
});
