import { type FormEvent, useEffect, useRef, useState } from "react";
import { orderPictures } from "./picture-order.ts";
import type { PictureUploadProps } from "./picture-upload.props.ts";
import { sendPicture } from "./send-picture.ts";

type Upload = { name: string; share: number; error?: string | undefined };

/**
 * The address of the pictures on their product's page. It differs each time, since a browser does
 * not load a page again if only the part after `#` differs.
 */
const freshAddress = (page: string, notice: string): string => `${page}?pictures=${notice}&at=${Date.now()}#pictures`;

/**
 * Sends the chosen pictures one after the other, with the progress of each, and then shows the page
 * with the pictures. Also lets people change the order of the pictures on the page.
 */
export default function PictureUpload({ action, page, token, kept, mostFiles, mostBytes }: PictureUploadProps) {
  const [sent, setSent] = useState<readonly Upload[]>([]);
  const [busy, setBusy] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => orderPictures(document.querySelector<HTMLFormElement>("#pictures form[data-draft]")), []);
  const change = (at: number, changes: Partial<Upload>) =>
    setSent((files) => files.map((file, place) => (place === at ? { ...file, ...changes } : file)));
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    const files = [...(input.current?.files ?? [])];
    if (files.length === 0 || busy) return;
    setBusy(true);
    setSent(files.map(({ name }) => ({ name, share: 0 })));
    let failed = false;
    for (const [at, file] of files.entries()) {
      const tooLarge = file.size >= mostBytes ? `It must be smaller than ${mostBytes / 1_000_000} MB.` : undefined;
      const error = tooLarge ?? (await sendPicture({ action, token, file }, (share) => change(at, { share })));
      change(at, { share: 1, error });
      failed ||= error !== undefined;
    }
    setBusy(false);
    if (!failed) location.assign(freshAddress(page, "added"));
  };
  return (
    <form className="stack" method="post" action={action} encType="multipart/form-data" onSubmit={submit}>
      <input type="hidden" name="_csrf" value={token} />
      {kept.map(({ name, value }) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <div className="field">
        <label className="field__label" htmlFor="pictures-field">
          JPEG, PNG, WebP, AVIF, or GIF
        </label>
        <input
          ref={input}
          id="pictures-field"
          type="file"
          name="pictures"
          accept="image/*"
          multiple
          required
          data-most={mostFiles}
        />
      </div>
      <div role="status">
        {sent.length > 0 && (
          <ul className="uploads">
            {sent.map(({ name, share, error }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two files may have one name
              <li key={at}>
                <span translate="no">{name}</span>{" "}
                {error ? (
                  <span className="field__error">{error}</span>
                ) : (
                  <progress value={share} aria-label={`Upload of ${name}`} />
                )}
              </li>
            ))}
          </ul>
        )}
      </div>
      <p className="row">
        <button className="button button--primary" type="submit" disabled={busy}>
          Upload
        </button>
        {sent.some(({ error }) => error) && !busy && <a href={freshAddress(page, "some")}>Show those that came</a>}
      </p>
    </form>
  );
}

PictureUpload.needsPage = true;
