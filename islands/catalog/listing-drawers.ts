/**
 * Filters and orders stand in the page once, folded. On phones a press on a fold's head moves what
 * it holds into the drawer, and closing the drawer moves it back. Answers what fills the open
 * drawer anew after a swap.
 */
export function openDrawers(main: HTMLElement, dialog: HTMLDialogElement): () => void {
  const [head, body] = dialog.children as unknown as [Element, Element];
  let id = "";
  // Looked up each time: after a swap it is another one.
  const fold = () => document.getElementById(id) as HTMLDetailsElement;
  const fill = () => {
    if (id) body.replaceChildren(fold().lastElementChild as Element);
  };
  main.onclick = (event) => {
    const pressed = event.target as Element;
    const opener = pressed.closest(".listing__fold>summary");
    if (opener) {
      event.preventDefault();
      id = (opener.parentElement as Element).id;
      (head.firstElementChild as Element).textContent = (opener.firstElementChild as Element).textContent;
      fill();
      dialog.showModal();
    } else if (pressed === dialog || pressed.closest("dialog a")) dialog.close();
  };
  dialog.onclose = () => {
    const back = fold();
    id = "";
    back.append(body.firstElementChild as Element);
    (back.firstElementChild as HTMLElement).focus();
  };
  return fill;
}
