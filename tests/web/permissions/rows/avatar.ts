import sharp from "sharp";
import { customerCalls } from "../../../../server/customers/calls.ts";
import { type Row, rowFor } from "../row.ts";

const picture = sharp({ create: { width: 64, height: 64, channels: 3, background: "#264" } })
  .png()
  .toBuffer();

/**
 * The only call that takes a file. A form contains the token; a script sends the token in the
 * header.
 */
export const avatarRow: Row = rowFor(customerCalls.saveAvatar, {
  kind: "customer",
  send: async ({ browser }, format, csrf, headers) => {
    const body = new FormData();
    if (format === "native" && csrf !== undefined) body.append("_csrf", csrf);
    body.append("avatar", new Blob([Uint8Array.from(await picture)], { type: "image/png" }), "me.png");
    const token = csrf === undefined ? {} : { "x-csrftoken": csrf };
    const own = format === "native" ? { accept: "text/html" } : { accept: "application/json", ...token };
    return await browser.request("POST", customerCalls.saveAvatar.path, { body, headers: { ...own, ...headers } });
  },
});
