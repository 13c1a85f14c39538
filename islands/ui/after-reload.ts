/**
 * Notes what has to have the focus on the page that is about to be made anew, by a name that its
 * island knows.
 */
export function setReloadMark(mark: string): void {
  try {
    sessionStorage.focus = mark;
  } catch {
    // A browser that keeps nothing begins at the top.
  }
}

/**
 * Whether this page was made anew for it: asked by an island that has just come alive, answered
 * once. Who is elsewhere already stays there.
 */
export function consumeReloadMark(mark: string): boolean {
  try {
    if (sessionStorage.focus !== mark) return false;
    delete sessionStorage.focus;
    return document.activeElement === document.body;
  } catch {
    return false;
  }
}
