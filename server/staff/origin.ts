/** The origin of the staff's side: the shop's own host, or a host of its own. */
export const staffOrigin = ({ publicUrl, staffHost }: { publicUrl: string; staffHost: string | undefined }): string =>
  staffHost === undefined ? publicUrl : `https://${staffHost}`;
