/** Where the staff's side is: on the shop's own host, or on one of its own. */
export const staffOrigin = ({ publicUrl, staffHost }: { publicUrl: string; staffHost: string | undefined }): string =>
  staffHost === undefined ? publicUrl : `https://${staffHost}`;
