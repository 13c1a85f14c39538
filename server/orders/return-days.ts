import type { Shop } from "../shop.ts";

/** For how many days after it shipped a return can be asked for on the site; 0: not at all. */
export const returnDays = ({ settings }: Pick<Shop, "settings">): number => Number(settings.current().returnDays);
