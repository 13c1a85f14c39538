import type { FieldError } from "../../outcome.ts";
import { lineFault } from "../../text-faults.ts";
import { linkFault } from "./link.ts";

/** A banner as the staff edit it; times are in ms, null if open. */
export type BannerFields = {
  page: string;
  position: number;
  active: boolean;
  title: string;
  subtitle: string;
  ctaText: string;
  ctaLink: string;
  background: string;
  backgroundAlt: string;
  image: string;
  imageAlt: string;
  startsAt: number | null;
  endsAt: number | null;
};

export const bannerLabels: Readonly<Record<keyof BannerFields, string>> = {
  page: "Page",
  position: "Place",
  active: "Switched on",
  title: "Title",
  subtitle: "Words below the title",
  ctaText: "Button",
  ctaLink: "Where the button leads",
  background: "Wide picture",
  backgroundAlt: "Description of the wide picture",
  image: "Square picture",
  imageAlt: "Description of the square picture",
  startsAt: "Shown from",
  endsAt: "Shown until",
};

const longest = { title: 120, subtitle: 300, ctaText: 40, backgroundAlt: 300, imageAlt: 300 } as const;

/** Whether an address is the path of a picture in this shop. */
const isPicture = (address: string): boolean =>
  address.length <= 200 && /^\/media\/[a-z0-9._/-]+$/.test(address) && !address.includes("..");

/** The errors of invalid fields. */
export function bannerFaults(banner: BannerFields, pages: readonly string[]): FieldError[] {
  const { title, ctaText, ctaLink, background, backgroundAlt, image, imageAlt, startsAt, endsAt } = banner;
  const faults: [keyof BannerFields, string | false | undefined][] = [
    ["page", !pages.includes(banner.page) && "must be one of the list."],
    [
      "position",
      (!Number.isInteger(banner.position) || banner.position < 0 || banner.position > 999) && "must be a number from 0 to 999.",
    ],
    ["title", title === "" ? "is missing." : undefined],
    ...(Object.keys(longest) as (keyof typeof longest)[]).map((name): [keyof BannerFields, string | undefined] => [
      name,
      lineFault(banner[name], longest[name]),
    ]),
    ["ctaLink", ctaLink === "" ? ctaText !== "" && "is missing: where should the button lead?" : linkFault(ctaLink)],
    ["ctaText", ctaLink !== "" && ctaText === "" && "is missing: what should the button say?"],
    ["background", background !== "" && !isPicture(background) && "must be a picture of the shop, such as /media/….webp."],
    ["image", image !== "" && !isPicture(image) && "must be a picture of the shop, such as /media/….webp."],
    ["backgroundAlt", background !== "" && backgroundAlt === "" && "is missing: say what the picture shows."],
    ["imageAlt", image !== "" && imageAlt === "" && "is missing: say what the picture shows."],
    ["endsAt", startsAt !== null && endsAt !== null && endsAt <= startsAt && "must be after the beginning."],
  ];
  const faultyFields = new Set<string>();
  return faults.flatMap(([field, words]) => {
    if (!words || faultyFields.has(field)) return [];
    faultyFields.add(field);
    return [{ field, message: `${bannerLabels[field]} ${words}` }];
  });
}
