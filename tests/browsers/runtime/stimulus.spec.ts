import { pageWith, test } from "./beside.ts";
import { alive, counterProps, expect, expectTexts, waitForCount } from "./test.ts";

const controllers = `<script type="module">
  const { Application, Controller } = Stimulus;
  const application = Application.start();
  application.register("seen", class extends Controller {
    connect() { document.documentElement.dataset.seen += " connect"; }
    disconnect() { document.documentElement.dataset.seen += " disconnect"; }
  });
  application.register("list", class extends Controller {
    static targets = ["island", "place"];
    rename() { this.islandTarget.dataset.propLabel = "More"; }
    move() { this.placeTarget.append(this.islandTarget); }
    drop() { this.islandTarget.remove(); }
  });
</script>`;

test.describe("Stimulus @runtime", () => {
  test("a controller on an island's element renames, moves and removes it, and meets it once each time", async ({
    tab,
    server,
  }) => {
    const island = server.islands.render("counter", counterProps).replace(/ data-ssr="[^"]*"/, "");
    const own = island.replace("<div", `<div data-controller="seen" data-list-target="island"`);
    const button = (name: string) => `<button data-action="list#${name}">${name}</button>`;
    const body = `<main data-controller="list">${["rename", "move", "drop"].map(button).join("")}${own}<aside data-list-target="place"></aside></main>`;
    await tab.open(server.page(pageWith(body, "stimulus", controllers)));
    await waitForCount(tab, alive(), 1);
    await tab.click(["button", "Add"]);

    await tab.click(["button", "rename"]);
    await tab.click(["button", "More"]);
    await tab.click(["button", "move"]);
    await tab.click(["aside button", "More"]);
    await expectTexts(tab, "output", ["3"]);
    await tab.click(["button", "drop"]);
    await waitForCount(tab, alive(), 0);

    const seen = () => document.documentElement.dataset.seen;
    await expect.poll(() => tab.run(seen)).toBe("undefined connect disconnect connect disconnect");
  });
});
