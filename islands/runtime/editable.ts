import type { FindCounterpart, IslandContent, Restore } from "./contract.ts";

/**
 * Captures the contents of an island's editable elements, and the caret in the focused one. If a
 * replaced file field receives files later, they are passed to the new field.
 */
export function captureContents(el: IslandContent, counterpart: FindCounterpart): [HTMLElement, Restore][] {
  for (const field of el.querySelectorAll<HTMLInputElement>("[type=file]")) passFilesOn(field, counterpart);
  return [...el.querySelectorAll<HTMLElement>("[contenteditable]")].map((editable) => [editable, captureContent(editable)]);
}

/**
 * Passes files from a replaced field to the new one. A file dialog that is open during the
 * replacement gives its files to the old field.
 */
const passFilesOn = (field: HTMLInputElement, counterpart: FindCounterpart): void =>
  field.addEventListener("change", () => {
    const current = counterpart(field) as HTMLInputElement | undefined;
    if (!current || current === field) return;
    current.files = field.files;
    current.dispatchEvent(new Event("change", { bubbles: true }));
  });

function captureContent(editable: HTMLElement): Restore {
  const { innerHTML } = editable;
  const nodes = [...editable.cloneNode(true).childNodes];
  const restoreCaret = captureCaret(editable);
  return (current) => {
    const isKept = current.innerHTML === innerHTML;
    // Keeps the component's own text node, since the component renders its next text into it.
    const shownText = onlyText(current.childNodes);
    const typedText = onlyText(nodes);
    if (shownText && typedText && !isKept) shownText.data = typedText.data;
    else if (!isKept) current.replaceChildren(...nodes);
    restoreCaret(current);
  };
}

const onlyText = ([first, more]: Iterable<Node>) => (more || first?.nodeType !== Node.TEXT_NODE ? undefined : (first as Text));

function captureCaret(editable: HTMLElement): (current: HTMLElement) => void {
  const selection = getSelection();
  const { focusNode = null, focusOffset } = selection ?? {};
  if (!selection || editable !== document.activeElement || !editable.contains(focusNode)) return () => {};
  const path: number[] = [];
  for (let node = focusNode; node?.parentNode && node !== editable; node = node.parentNode)
    path.unshift([...node.parentNode.childNodes].indexOf(node as ChildNode));
  return (current) => {
    current.focus();
    const caret = path.reduce<Node | undefined>((node, at) => node?.childNodes[at], current);
    selection.collapse(caret ?? null, focusOffset);
  };
}
