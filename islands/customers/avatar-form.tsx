import { useLayoutEffect, useRef, useState } from "react";
import { avatarPath } from "../../server/customers/paths.ts";
import { CallError, call } from "../call.ts";
import { toast } from "../stores/toasts.ts";
import { consumeReloadMark, setReloadMark } from "../ui/after-reload.ts";
import { HiddenFields } from "../ui/hidden-fields.tsx";
import { Icon } from "../ui/icon.tsx";
import { usePendingAction } from "../ui/pending-action.ts";
import { SubmitButton } from "../ui/submit-button.tsx";
import type { AvatarFormProps } from "./avatar-form.props.ts";
import { withMessage } from "./messages.ts";
import { upload } from "./upload.ts";

/** bytes: a picture must be smaller (requirement 203); the server also checks its content */
const limit = 2_097_152;

/** The reload mark that makes the reloaded page focus the camera button. */
const mark = "avatar";

const goToCamera = (input: HTMLInputElement | null) => input?.form?.querySelector("button")?.focus();

const pictured = (file: File) =>
  new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.readAsDataURL(file);
  });

/**
 * The customer's picture. The camera button chooses another picture, which is shown at once and
 * uploaded (requirements 199–205).
 */
export default function AvatarForm({ token, url, error }: AvatarFormProps) {
  const [alive, setAlive] = useState(false);
  const [savedUrl, setSavedUrl] = useState(url);
  const [chosen, show] = useState<string>();
  const [share, tell] = useState(0);
  const [busy, attempt] = usePendingAction();
  const input = useRef<HTMLInputElement>(null);
  const forgetChosen = () => {
    show(undefined);
    if (input.current) input.current.value = "";
  };
  useLayoutEffect(() => {
    if (!alive) setAlive(true);
    else if (consumeReloadMark(mark)) goToCamera(input.current);
  }, [alive]);

  const send = async (file: File | undefined) => {
    if (!file || !/^(image\/|$)/.test(file.type)) throw new CallError("Please upload a valid image file.");
    if (file.size >= limit) throw new CallError("File must be less than 2 MB.");
    show(await pictured(file));
    tell(0);
    const { message } = await upload(avatarPath, file, tell).catch((failure) => {
      forgetChosen();
      return withMessage("error updating the avatar")(failure);
    });
    toast("success", message);
    setTimeout(() => {
      setReloadMark(mark);
      location.reload();
    }, 1500);
  };
  const forget = () => {
    setSavedUrl(undefined);
    forgetChosen();
    goToCamera(input.current);
  };
  const picture = chosen ?? savedUrl;
  const sendChosen = () => attempt(() => send(input.current?.files?.[0]));
  const camera = (
    <>
      <Icon name="camera" />
      <span className="visually-hidden">Change picture</span>
    </>
  );
  return (
    <>
      <form
        className="avatar"
        method="post"
        action={avatarPath}
        encType="multipart/form-data"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void sendChosen();
        }}
      >
        <HiddenFields _csrf={token} />
        <div className="avatar__picture">
          {picture ? <img src={picture} alt="You" width="128" height="128" /> : <Icon name="person" />}
        </div>
        {alive && (
          <SubmitButton
            busy={busy}
            kind="secondary"
            className="button--icon avatar__camera"
            type="button"
            onClick={() => input.current?.click()}
          >
            {camera}
          </SubmitButton>
        )}
        <details className="avatar__fold" open={error !== undefined}>
          <summary className="button button--secondary button--icon avatar__camera" hidden={alive}>
            {camera}
          </summary>
          <div className="field">
            <label className="field__label" htmlFor="avatar">
              Picture, less than 2 MB
            </label>
            <input
              ref={input}
              className="input"
              type="file"
              id="avatar"
              name="avatar"
              accept="image/jpeg,image/png,image/webp,image/avif,image/gif"
              aria-invalid={error ? true : undefined}
              aria-describedby={error && "avatar-error"}
              onChange={sendChosen}
            />
            {error && (
              <p className="field__error" id="avatar-error">
                {error}
              </p>
            )}
          </div>
          <SubmitButton busy={busy}>Upload</SubmitButton>
        </details>
        {busy && <progress className="avatar__progress" aria-label="Uploading picture" max={1} value={share} />}
      </form>
      {picture && <RemovePicture token={token} onRemoved={forget} />}
    </>
  );
}

/** Removes the customer's picture, by a separate form that also works without scripts. */
function RemovePicture({ token, onRemoved }: { token: string; onRemoved(): void }) {
  const [busy, attempt] = usePendingAction();
  const remove = async () => {
    await call("DELETE", avatarPath, {}).catch(withMessage("error updating the avatar"));
    toast("success", "avatar removed correctly");
    onRemoved();
  };
  return (
    <form
      method="post"
      action={avatarPath}
      onSubmit={(event) => {
        event.preventDefault();
        void attempt(remove);
      }}
    >
      <HiddenFields _csrf={token} _method="DELETE" />
      <SubmitButton kind="link" busy={busy}>
        Remove picture
      </SubmitButton>
    </form>
  );
}
