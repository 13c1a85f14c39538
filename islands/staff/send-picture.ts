/**
 * Sends one file; `onProgress` gets the sent share, 0 to 1. Resolves to the reason of a refusal, or
 * undefined.
 */
export const sendPicture = (
  { action, token, file }: { action: string; token: string; file: File },
  onProgress: (share: number) => void,
): Promise<string | undefined> =>
  new Promise((resolve) => {
    // fetch does not report the progress of an upload.
    const request = new XMLHttpRequest();
    request.open("POST", action);
    request.setRequestHeader("X-CSRFToken", token);
    request.setRequestHeader("Accept", "application/json");
    request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
    request.onerror = request.onabort = () => resolve("The connection was lost.");
    request.onload = () => resolve(request.status === 200 ? undefined : reasonIn(request.responseText));
    const form = new FormData();
    form.append("pictures", file);
    request.send(form);
  });

function reasonIn(text: string): string {
  try {
    return String((JSON.parse(text) as { error?: unknown }).error ?? "It didn’t go through.");
  } catch {
    return "It didn’t go through.";
  }
}
