import { longestAlt, mostPictures } from "../../catalog/product-pictures.ts";
import type { ProductFields, ProductPictures } from "../../catalog/rules/product-fields.ts";
import { pictureSources } from "../../media/sources.ts";
import { readText } from "../../read-text.ts";
import { fieldsSentAlong } from "../forms/field-view.ts";
import type { StaffContext } from "../frame.ts";
import { staffPicturesPath, staffPictureUploadPath, staffProductPath } from "../paths.ts";
import { may } from "../people/rules/permissions.ts";
import type { HistoryEntry } from "../records/history-page.ts";

export type PicturesInput = {
  saved: ProductPictures;
  seen: string;
  history: readonly HistoryEntry[];
  notice: string | undefined;
  /** values of a form that was refused, or not saved yet */
  typed?: Record<string, unknown> | undefined;
};

/** The most files of one upload, and the most bytes of each file. */
export const mostFiles = 10;
export const mostFileBytes = 15_000_000;

/**
 * The pictures of a product, a part of its page: their order, their descriptions, the form to add
 * some, and the picture of each variant.
 */
export const picturesPart = (
  context: StaffContext,
  id: string,
  { name, variants }: Pick<ProductFields, "name" | "variants">,
  { saved, seen, history, notice, typed = {} }: PicturesInput,
) => {
  const numbers = saved.pictures.map((_, at) => ({ value: String(at), text: `Picture ${at + 1}` }));
  return {
    token: context.token,
    notice,
    seen,
    action: staffPicturesPath(id),
    mayWrite: may(context.staff, "products:write"),
    upload: {
      action: staffPictureUploadPath(id),
      token: context.token,
      mostFiles,
      mostBytes: mostFileBytes,
      page: staffProductPath(id),
      kept: fieldsSentAlong({ typed }),
    },
    limits: `Up to ${mostFiles} files at once, ${mostFileBytes / 1_000_000} MB each, ${mostPictures} pictures for a product.`,
    rows: saved.pictures.map((picture, at) => ({
      at,
      number: at + 1,
      isFirst: at === 0,
      isLast: at === saved.pictures.length - 1,
      place: readText(typed[`p${at}-order`], String(at + 1)),
      isRemoved: typed[`p${at}-remove`] === "1",
      url: pictureSources(picture).src,
      isWaiting: picture.kind === "drawn" && picture.wantedUrl !== null,
      alt: {
        name: `p${at}-alt`,
        label: "Description for those who can’t see it",
        value: readText(typed[`p${at}-alt`], picture.alt),
        maxlength: String(longestAlt),
      },
    })),
    variants: variants.map(({ id: variantId, sku, options }) => ({
      name: `s-${variantId}`,
      label: [Object.values(options).join(" / "), sku].filter(Boolean).join(", ") || name,
      choices: numbers.map((number) => ({
        ...number,
        chosen: number.value === readText(typed[`s-${variantId}`], String(saved.shows[variantId] ?? 0)),
      })),
    })),
    sharing: saved.pictures.length > 0 ? sharingFields(saved, typed) : [],
    history,
  };
};

/** The choice of the picture for links to the product's page, and where else that picture is shown. */
function sharingFields({ pictures }: ProductPictures, typed: Record<string, unknown>) {
  const at = pictures.findIndex(({ sharing }) => sharing !== undefined);
  const [shared, sharing] = [readText(typed.shared, at < 0 ? "" : String(at)), readText(typed.sharing, pictures[at]?.sharing)];
  const numbers = pictures.map((_, number) => ({ value: String(number), text: `Picture ${number + 1}` }));
  const choices = [{ value: "", text: "The first picture" }, ...numbers];
  const places = [
    { value: "chosen", text: "Everywhere" },
    { value: "only", text: "Only in links" },
  ];
  return [
    {
      name: "shared",
      label: "Picture of shared links",
      choices: choices.map((each) => ({ ...each, chosen: each.value === shared })),
    },
    { name: "sharing", label: "It is shown", choices: places.map((each) => ({ ...each, chosen: each.value === sharing })) },
  ];
}
