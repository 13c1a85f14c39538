import { z } from "zod";
import { listCategories } from "../../catalog/category-records.ts";
import { type CategoryFields, type CategoryPicture, mostOfCategory } from "../../catalog/rules/category-fields.ts";
import { type Backdrop, firstBackdrop } from "../../catalog/rules/product.ts";
import { longestSlug } from "../../catalog/rules/product-faults.ts";
import { slugOf } from "../../catalog/rules/slug.ts";
import type { Db } from "../../db/tables.ts";
import { ok } from "../../outcome.ts";
import { readLines } from "../../read-text.ts";
import type { FormBody } from "../forms/body.ts";
import { box, optionsOf, select } from "../forms/choice-fields.ts";
import { line, textArea } from "../forms/fields.ts";
import { type FormField, form } from "../forms/form.ts";
import { wholeNumber } from "../forms/number-fields.ts";

/** A text without line ends, trimmed. */
const oneLine = (text: string): string => {
  const lines = text.split("\n").map((each) => each.trim());
  return lines.join(" ").trim();
};

const slugIn = (body: FormBody): string => readLines(body.slug) || slugOf(oneLine(readLines(body.name)));

const slug: FormField<string> = {
  ...line("Address", {
    hint: `Of its page in the shop, below /storefront/. Small letters, digits, and single hyphens, up to ${longestSlug} characters. Leave empty to make it of the name. It stays as it is later.`,
  }),
  isOnlyNew: true,
  read: ({ body }) => ok(slugIn(body)),
};

const backdrops: Readonly<Record<Backdrop, string>> = { black: "Black", white: "White" };
const backdropBody = z.enum(["black", "white"]).optional();
const backdrop: FormField<Backdrop> = {
  ...select("Pictures stand on", () => optionsOf(backdrops), {
    hint: "White for pictures on a white ground or without one, such as most photographs of products.",
  }),
  body: backdropBody,
  read: ({ body, name, stored }) => ok(backdropBody.parse(body[name]) ?? stored ?? firstBackdrop(slugIn(body))),
};

async function lastPosition(db: Db): Promise<number> {
  const positions = (await listCategories(db)).map(({ position }) => position);
  return Math.min(mostOfCategory.position, Math.max(-1, ...positions) + 1);
}

const place = wholeNumber("Place", {
  type: "number",
  none: Number.NaN,
  hint: "The lowest stands first, in the shop and in forms; equal ones by name.",
});
/**
 * The category's place among all categories. In the form of a new category, this is the place after
 * the last category.
 */
const position: FormField<number> = {
  ...place,
  views: async (input) => place.views({ ...input, value: input.value ?? (await lastPosition(input.context.db)) }),
};

const pictureBody = z.string().max(1).optional();
const removalOfPicture = box("Remove the picture");
/**
 * The picture of a category. A separate upload sets the picture; this form can only remove it, and
 * keeps it if the box is not ticked.
 */
const picture: FormField<CategoryPicture | null> = {
  label: "Picture",
  body: pictureBody,
  views: (input) => (input.value ? removalOfPicture.views({ ...input, value: false }) : []),
  read: ({ body, name, stored }) => ok(body[name] === "1" ? null : (stored ?? null)),
  words: (value) => pictureWords(value as CategoryPicture | null | undefined),
};

const pictureWords = (value: CategoryPicture | null | undefined): string =>
  value ? `a picture of ${value.width} × ${value.height} pixels` : "none";

/** The form of a category. */
export const categoryForm = form<CategoryFields>({
  name: line("Name", { tidy: oneLine }),
  slug,
  intro: textArea("Introduction", { hint: "A sentence or two, for shoppers and search engines.", most: 5000, tidy: oneLine }),
  picture,
  pictureAlt: line("What the picture shows", {
    hint: "For those who can’t see it. Leave empty for a decorative picture.",
    tidy: oneLine,
  }),
  backdrop,
  position,
});
