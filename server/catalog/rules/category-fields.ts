import type { FieldError } from "../../outcome.ts";
import { hasInvisible } from "../../text-faults.ts";
import { hasLanding } from "./categories.ts";
import { type Backdrop, firstBackdrop } from "./product.ts";
import { isSlug, longestSlug } from "./product-faults.ts";
import { slugOf } from "./slug.ts";

/** A category as the staff edit it; its slug never changes. */
export type CategoryFields = {
  name: string;
  slug: string;
  /** the colour behind its pictures */
  backdrop: Backdrop;
  /** plain text above its listing and on its landing page */
  intro: string;
  /** the picture at the head of the category's listing; null without one */
  picture: CategoryPicture | null;
  /** what the picture shows; empty if it only decorates */
  pictureAlt: string;
  /** the lowest comes first */
  position: number;
};

/** A stored picture by its key; width and height in pixels. */
export type CategoryPicture = { key: string; width: number; height: number };

/** The most characters of a name and of an introduction, and the highest position. */
export const mostOfCategory = { name: 60, intro: 300, alt: 300, position: 999 } as const;

function lineFault(text: string, longest: number): string | undefined {
  if (text.length > longest) return `Up to ${longest} characters fit.`;
  return hasInvisible(text) ? "It has characters that can’t be seen. Type it again." : undefined;
}

/** The name and slug of another category. */
type Other = Pick<CategoryFields, "name" | "slug">;

function slugFault(slug: string): string | undefined {
  if (!isSlug(slug)) return `Use lower-case letters, digits, and hyphens between them, up to ${longestSlug} characters.`;
  return hasLanding(slug) ? undefined : `Another page of the shop has the address “${slug}”. Enter a different one.`;
}

/**
 * The errors of a category's fields. `others` are the other categories; an unchanged slug is always
 * valid.
 */
export function categoryFaults(
  { name, slug, intro, pictureAlt = "", position }: CategoryFields,
  others: readonly Other[],
  slugNow?: string,
): FieldError[] {
  const isTaken = (field: keyof Other, text: string) => others.some((other) => other[field].toLowerCase() === text.toLowerCase());
  const faults: Record<string, string | undefined> = {
    name: name === "" ? "Enter a name." : lineFault(name, mostOfCategory.name),
    slug: slug === slugNow ? undefined : slugFault(slug),
    intro: lineFault(intro, mostOfCategory.intro),
    pictureAlt: lineFault(pictureAlt, mostOfCategory.alt),
    position:
      Number.isInteger(position) && position >= 0 && position <= mostOfCategory.position
        ? undefined
        : `Enter a whole number from 0 to ${mostOfCategory.position}.`,
  };
  faults.name ??= isTaken("name", name) ? "Another category has this name." : undefined;
  faults.slug ??= isTaken("slug", slug) ? "Another category has this address." : undefined;
  return Object.entries(faults).flatMap(([field, message]) => (message === undefined ? [] : [{ field, message }]));
}

/**
 * A category with this name. If another page has the address of its slug, the slug gets the suffix
 * `-category`.
 */
export function categoryNamed(name: string, position: number): CategoryFields {
  const nameSlug = slugOf(name);
  const slug = hasLanding(nameSlug) ? nameSlug : `${nameSlug}-category`;
  return { name, slug, backdrop: firstBackdrop(slug), intro: "", picture: null, pictureAlt: "", position };
}

/** Whether a category could have this name. */
export const canNameCategory = (name: string): boolean =>
  slugOf(name) !== "" && categoryFaults(categoryNamed(name, 0), []).length === 0;
