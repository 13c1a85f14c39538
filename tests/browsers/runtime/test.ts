import { expect } from "@playwright/test";
import { engineTest } from "../../support/engines/engine-test.ts";
import type { Tab } from "../../support/engines/tab.ts";
import { type FixtureServer, openFixtureServer, wholePage } from "./fixture-server.ts";

type Fixtures = {
  server: FixtureServer;
  /** A server with the development build. */
  devServer: FixtureServer;
  tab: Tab;
};
type Workers = { production: FixtureServer; development: FixtureServer };

/** Tests of the runtime's promises, which run in each engine on the fixture islands. */
export const test = engineTest.extend<Fixtures, Workers>({
  production: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const server = await openFixtureServer({ dev: false });
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  development: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads which fixtures are wanted from this pattern
    async ({}, use) => {
      const server = await openFixtureServer({ dev: true });
      await use(server);
      await server.close();
    },
    { scope: "worker" },
  ],
  server: async ({ production, prelude }, use) => {
    production.reset(prelude);
    await use(production);
  },
  devServer: async ({ development, prelude }, use) => {
    development.reset(prelude);
    await use(development);
  },
  tab: async ({ withTab }, use) => await withTab({ url: "about:blank" }, use),
});

export { expect, wholePage };

export const counterProps = { label: "Add", start: 0, step: 1 };
export const fieldsProps = { name: "", note: "", gift: false, size: "s", colour: "green" };

/**
 * The trigger for tests that hold back a script. An island with it requests its script only when it
 * is touched. Firefox and Safari do not finish loading a page while a script that it requested at
 * its start is missing.
 */
export const onTouch = { on: "interaction" } as const;

/** The selector of a live island with this name, or of any live island. */
export const alive = (name?: string) => `[data-island${name ? `=${name}` : ""}][data-island-alive]`;

/** The names of the requested scripts, without hash and extension. */
export const scriptsRequested = ({ requested }: FixtureServer) =>
  requested.filter((path) => path.endsWith(".js")).map((path) => path.replace(/.*\/|-\w+\.js$|\.js$/g, ""));

/**
 * The `island:error` events of this tab's pages, as `name: error`. A test that causes some lists
 * them in `site.expected`.
 */
export async function islandErrors(tab: Tab): Promise<string[]> {
  const recorded: string = await tab.run(() => sessionStorage.recorded ?? "");
  return recorded.split("\n").flatMap((line) => (line.startsWith("island ") ? [line.slice("island ".length)] : []));
}

export const waitForCount = async (tab: Tab, selector: string, count: number) =>
  await expect.poll(() => tab.count(selector)).toBe(count);

export const expectTexts = async (tab: Tab, selector: string, texts: string[]) =>
  await expect.poll(() => tab.texts(selector)).toEqual(texts);
