import { type LogoScheme, logoFields } from "../../content/rules/shop-settings.ts";
import { transactOutcome } from "../../db/transaction.ts";
import type { StoredPicture } from "../../media/store-picture.ts";
import { storeUpload } from "../../media/store-upload.ts";
import { squareWidth, storedUrl, wideWidth } from "../../media/stored-name.ts";
import { notFound, type Outcome, ok } from "../../outcome.ts";
import type { Shop } from "../../shop.ts";
import { categoryKind } from "../products/category-kind.ts";
import type { AuditSource } from "../records/audit.ts";
import { changeRecord, type RecordKind } from "../records/records.ts";
import type { RecordFields } from "../records/rules/record-changes.ts";
import { bannerKind, settingsKind } from "./kinds.ts";

type Upload = { name: string; bytes: Buffer };
type Parts = Pick<Shop, "db" | "media" | "now">;
type Target<Fields extends RecordFields> = {
  kind: RecordKind<Fields>;
  id: string;
  /** the greatest width of its files, px */
  mostWidth: number;
  fieldsOf: (stored: StoredPicture) => Partial<Fields>;
};

/**
 * Stores a picture, and sets it in a record, even if the record was changed meanwhile. The replaced
 * picture stays stored, so that an undo can show it again.
 */
async function setPicture<Fields extends RecordFields>(
  { db, media, now }: Parts,
  { name, bytes }: Upload,
  { kind, id, mostWidth, fieldsOf }: Target<Fields>,
  source: AuditSource,
): Promise<Outcome<object>> {
  const stored = await storeUpload(bytes, media, { mostWidth });
  if (!stored.ok) return { ...stored, error: `${name}: ${stored.error}.` };
  return await transactOutcome<Outcome<object>>(db, async (tx) => {
    const saved = await kind.read(tx, id);
    if (!saved) return notFound;
    const form = { id, saved, fields: fieldsOf(stored.value), action: "picture uploaded" };
    const changed = await changeRecord(tx, kind, form, source, now());
    return changed.ok ? ok({}) : changed;
  });
}

export type BannerPlace = "background" | "image";

/** Gives a banner its wide or its square picture, with a description. */
export const setBannerPicture = (
  parts: Parts,
  file: Upload,
  { id, place, alt }: { id: string; place: BannerPlace; alt: string },
  source: AuditSource,
): Promise<Outcome<object>> => {
  const fieldsOf = ({ key }: StoredPicture) =>
    place === "background" ? { background: storedUrl(key), backgroundAlt: alt } : { image: storedUrl(key), imageAlt: alt };
  return setPicture(parts, file, { kind: bannerKind, id, mostWidth: wideWidth, fieldsOf }, source);
};

/** The greatest width of the files of a category's picture, px. */
const mostCategoryWidth = 1280;

/** Stores an uploaded picture with its description as the picture of a category. */
export const setCategoryPicture = (
  parts: Parts,
  file: Upload,
  { id, alt }: { id: string; alt: string },
  source: AuditSource,
): Promise<Outcome<object>> => {
  const fieldsOf = (picture: StoredPicture) => ({ picture, pictureAlt: alt });
  return setPicture(parts, file, { kind: categoryKind, id, mostWidth: mostCategoryWidth, fieldsOf }, source);
};

/** Gives the shop a logo. */
export const setLogo = (parts: Parts, file: Upload, scheme: LogoScheme, source: AuditSource): Promise<Outcome<object>> => {
  const fieldsOf = (stored: StoredPicture) => logoFields(scheme, stored);
  return setPicture(parts, file, { kind: settingsKind, id: "shop", mostWidth: squareWidth, fieldsOf }, source);
};
