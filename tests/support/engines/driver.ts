export type Cookie = { name: string; value: string; httpOnly?: boolean };

/** A file as a file field takes it. */
export type Upload = { path: string };

/**
 * One tab of one browser, by the few things that every engine's driver can do. Coordinates are CSS
 * pixels of the viewport, keys are named as in `KeyboardEvent.key`. A driver rejects when the page
 * has gone away under it.
 */
export type Driver = {
  goTo(url: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /**
   * Runs a function of the test in the page, with arguments and an answer that JSON can hold. It
   * may be asynchronous.
   */
  run(source: string, values: readonly unknown[]): Promise<unknown>;
  moveTo(x: number, y: number): Promise<void>;
  click(x: number, y: number): Promise<void>;
  /** Presses the mouse button and holds it, until `mouseUp`. */
  mouseDown(x: number, y: number): Promise<void>;
  mouseUp(): Promise<void>;
  /** Presses a key, while those before it are held. */
  press(keys: readonly string[]): Promise<void>;
  setFile(selector: string, path: string): Promise<void>;
  resize(width: number, height: number): Promise<void>;
  cookies(): Promise<Cookie[]>;
  setCookie(cookie: Cookie): Promise<void>;
  /** A picture of the viewport, as PNG. */
  screenshot(): Promise<Buffer>;
  /** Another tab of the same visitor. */
  openTab(): Promise<Driver>;
  close(): Promise<void>;
};

export type LaunchOptions = {
  /** Without it each page that is returned to is loaded again. */
  backForwardCache: boolean;
  /** Takes certificates that nobody vouches for. */
  anyCertificate: boolean;
  /**
   * Whether a page's requests to other sites have cookies. Where they have none, Chromium still
   * keeps those that are for one page's site alone (`Partitioned`).
   */
  cookiesOfOtherSites: boolean;
};

/** A browser that is running: each visitor has cookies and storage of its own. */
export type Browser = { openVisitor(): Promise<Driver>; close(): Promise<void> };
