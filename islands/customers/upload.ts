import type { SavedAvatar } from "../../server/customers/calls.ts";
import type { RefusalCode } from "../../server/outcome.ts";
import { CallError, withToken } from "../call.ts";
import { showOverlay } from "../stores/overlay.ts";

/**
 * Uploads a picture; `onProgress` gets the sent share (0 to 1). Rejects with CallError, with the
 * server's message if there is one.
 */
export async function upload(path: string, picture: File, onProgress: (share: number) => void): Promise<SavedAvatar> {
  let message = "";
  let hide = showOverlay();
  const cover = (share: number) => {
    onProgress(share);
    // The progress is shown in tenths, since screen readers read the overlay.
    const next = `${Math.round(share * 10) * 10}% uploaded`;
    if (next === message) return;
    message = next;
    const hideNext = showOverlay({ message });
    hide();
    hide = hideNext;
  };
  try {
    return await withToken((token) => send(path, picture, cover, token));
  } finally {
    hide();
  }
}

// fetch does not report the progress of an upload.
const send = (path: string, picture: File, tell: (share: number) => void, token = "") =>
  new Promise<SavedAvatar>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", path);
    request.setRequestHeader("X-CSRFToken", token);
    request.upload.onprogress = ({ loaded, total }) => tell(loaded / total);
    request.onerror = request.onabort = () => reject(new CallError(""));
    request.onload = () => {
      const answer = parse(request.responseText);
      if (answer.url && answer.message) resolve(answer as SavedAvatar);
      else reject(new CallError(answer.error ?? "", answer.error ? request.status : 0, answer));
    };
    const form = new FormData();
    form.append("avatar", picture);
    request.send(form);
  });

type Answer = Partial<SavedAvatar> & { error?: string; code?: RefusalCode };

function parse(text: string): Answer {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
