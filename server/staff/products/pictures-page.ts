import { longestAlt, mostPictures } from "../../catalog/product-pictures.ts";
import type { ProductFields, ProductPictures } from "../../catalog/rules/product-fields.ts";
import { pictureSources } from "../../media/sources.ts";
import { readText } from "../../read-text.ts";
import { view } from "../../web/view.ts";
import { fieldsSentAlong, formErrors, type ResentForm } from "../forms/field-view.ts";
import { type StaffContext, staffFrame } from "../frame.ts";
import { staffPicturesPath, staffPictureUploadPath, staffProductPath, staffProductsPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";

type PicturesInput = {
  id: string;
  product: ProductFields;
  saved: ProductPictures;
  seen: string;
  history: readonly HistoryEntry[];
};

type FormResult = { notice?: string | undefined } & ResentForm;

/** The most files of one upload, and the most bytes of each file. */
export const mostFiles = 10;
export const mostFileBytes = 15_000_000;

/**
 * The pictures of a product: their order, their descriptions, the form to add some, and the picture
 * of each variant.
 */
export const picturesPage = (context: StaffContext, input: PicturesInput, { notice, refusal, typed = {} }: FormResult = {}) => {
  const { id, product, saved, seen, history } = input;
  const numbers = saved.pictures.map((_, at) => ({ value: String(at), text: `Picture ${at + 1}` }));
  const mayWrite = may(context.staff, "products:write");
  return {
    ...staffFrame(context, `Pictures of ${product.name}`, staffProductsPath),
    token: context.token,
    notice,
    seen,
    name: product.name,
    product: staffProductPath(id),
    action: staffPicturesPath(id),
    mayWrite,
    ...formErrors(refusal),
    upload: {
      action: staffPictureUploadPath(id),
      token: context.token,
      mostFiles,
      mostBytes: mostFileBytes,
      page: staffPicturesPath(id),
      kept: fieldsSentAlong({ typed }),
    },
    limits: `Up to ${mostFiles} files at once, ${mostFileBytes / 1_000_000} MB each, ${mostPictures} pictures for a product.`,
    pictures: saved.pictures.map((picture, at) => ({
      at,
      number: at + 1,
      place: readText(typed[`p${at}-order`], String(at + 1)),
      isRemoved: typed[`p${at}-remove`] === "1",
      url: pictureSources(picture).src,
      isWaiting: picture.kind === "drawn" && picture.wantedUrl !== null,
      alt: {
        name: `p${at}-alt`,
        label: "Description for those who can’t see it",
        hint: "What the picture shows, such as “Oak bowl from above, with a spoon”. Empty: the product’s name.",
        value: readText(typed[`p${at}-alt`], picture.alt),
        maxlength: String(longestAlt),
      },
    })),
    variants: product.variants.map(({ id: variantId, sku, options }) => ({
      name: `s-${variantId}`,
      label: [Object.values(options).join(" / "), sku].filter(Boolean).join(", ") || product.name,
      choices: numbers.map((number) => ({
        ...number,
        chosen: number.value === readText(typed[`s-${variantId}`], String(saved.shows[variantId] ?? 0)),
      })),
    })),
    history,
  };
};

type PicturesPage = ReturnType<typeof picturesPage>;
export const picturesView = view<PicturesPage>("staff/product-pictures");
