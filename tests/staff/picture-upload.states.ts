import type { PictureUploadProps } from "../../islands/staff/picture-upload.props.ts";

export const states = {
  empty: { action: "/upload", page: "/pictures", token: "t-1", kept: [], mostFiles: 10, mostBytes: 15_000_000 },
} satisfies Record<string, PictureUploadProps>;
