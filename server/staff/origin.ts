/** The origin of the staff's side: the origin of the shop, or of a separate host. */
export const staffOrigin = ({ publicUrl, staffHost }: { publicUrl: string; staffHost: string | undefined }): string =>
  staffHost === undefined ? publicUrl : `https://${staffHost}`;
