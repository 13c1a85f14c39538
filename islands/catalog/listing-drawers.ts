/**
 * The page contains the filters and sort options once, in closed folds. On phones a press on a
 * fold's head moves its content into the drawer, and closing the drawer moves the content back.
 * Returns a function that fills the open drawer again after a swap.
 */
export function openDrawers(main: HTMLElement, dialog: HTMLDialogElement): () => void {
  const [head, body] = dialog.children as unknown as [Element, Element];
  let id = "";
  // The fold is looked up each time, since a swap replaces it.
  const fold = () => document.getElementById(id) as HTMLDetailsElement;
  const restore = () => {
    if (body.firstElementChild) fold().append(body.firstElementChild);
  };
  const fill = () => {
    if (id) body.replaceChildren(fold().lastElementChild as Element);
  };
  main.onclick = (event) => {
    const pressed = event.target as Element;
    const opener = pressed.closest(".listing__fold>summary");
    if (opener) {
      event.preventDefault();
      restore();
      id = (opener.parentElement as Element).id;
      (head.firstElementChild as Element).textContent = (opener.firstElementChild as Element).textContent;
      fill();
      dialog.showModal();
    } else if (pressed === dialog || pressed.closest("dialog a")) dialog.close();
  };
  dialog.onclose = () => {
    // The close event comes a frame later, when another fold may have been opened.
    if (dialog.open) return;
    restore();
    (fold().firstElementChild as HTMLElement).focus();
    id = "";
  };
  return fill;
}
