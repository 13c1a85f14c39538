import type { Shop } from "../shop.ts";

/** For how many days after shipping a return can be requested on the site; 0: never. */
export const returnDays = ({ settings }: Pick<Shop, "settings">): number => Number(settings.current().returnDays);
