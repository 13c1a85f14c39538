import { folderStore } from "./folder-store.ts";
import type { MediaStore } from "./media-store.ts";
import { type S3Settings, s3Store } from "./s3-store.ts";

type MediaConfig = {
  dataDir: string;
  /** if undefined, pictures are stored in `DATA_DIR/media` */
  s3: S3Settings | undefined;
};

export const openMediaStore = ({ dataDir, s3 }: MediaConfig): MediaStore => (s3 ? s3Store(s3) : folderStore(dataDir));
