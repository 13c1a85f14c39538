export type Cookie = { name: string; value: string; httpOnly?: boolean };

/** A file for a file field. */
export type Upload = { path: string };

/**
 * One tab of a browser, with the few actions that every engine's driver supports. Coordinates are
 * CSS pixels of the viewport; keys are named as in `KeyboardEvent.key`. A driver rejects if the
 * page disappears during an action.
 */
export type Driver = {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /**
   * Runs a test's function in the page. Its arguments and answer must be JSON values. It may be
   * asynchronous.
   */
  run(source: string, values: readonly unknown[]): Promise<unknown>;
  moveTo(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Presses the mouse button and holds it, until `mouseUp`. */
  mouseDown(x: number, y: number): Promise<void>;
  mouseUp(): Promise<void>;
  /** Presses the last key while the keys before it are held. */
  press(keys: readonly string[]): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  cookies(): Promise<Cookie[]>;
  setCookie(cookie: Cookie): Promise<void>;
  /** A picture of the viewport, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Opens another tab of this visitor. */
  openTab(): Promise<Driver>;
  close(): Promise<void>;
};

export type LaunchOptions = {
  /** Without this cache, going back loads each page again. */
  backForwardCache: boolean;
  /** Accepts certificates that no authority has signed. */
  anyCertificate: boolean;
  /**
   * Whether a page's requests to other sites carry cookies. If not, Chromium still sends cookies
   * that belong to one page's site alone (`Partitioned`).
   */
  cookiesOfOtherSites: boolean;
};

/** A running browser. Each visitor has separate cookies and storage. */
export type Browser = { openVisitor(): Promise<Driver>; close(): Promise<void> };
