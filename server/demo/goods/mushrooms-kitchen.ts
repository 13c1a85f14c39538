import { choices, type Offer } from "./offer.ts";

const loam = "Loam & Spore";
const hollow = "Hollow Log Farm";

/** Dried and ground, for the pot. */
export const kitchen: readonly Offer[] = [
  {
    slug: "dried-shiitake",
    name: "Dried Shiitake, Whole Slices",
    brand: hollow,
    drawn: { motif: "dried", art: "cap", colours: ["sand", "cream", "leaf"], label: "SHIITAKE" },
    alt: "A glass jar of dried shiitake slices with a wooden lid",
    text: [
      "Log grown, cut the day they are picked, dried for two days at 45 °C. Ten grams are a good handful and make half a litre of stock that needs nothing else but salt.",
      "Soak them in cold water overnight rather than in hot for an hour; the slow way is sweeter. Keep the water. Slices are whole, not broken, with the stalks left out. In a jar with a wooden lid, or as a paper refill that fits it twice. Keeps two years in the dark.",
    ],
    attributes: { species: ["shiitake"], form: ["dried"], flavour: ["earth", "nut"], use: ["kitchen"] },
    variants: choices("HL-DSH", "Size", { "60 g jar": [1900, 58, 420], "100 g refill": [2400, 76, 130] }),
    reviews: [
      "5 | Mireille G. | 11 | Overnight, cold | They are right about the cold water. I threw out my stock cubes.",
      "5 | Alasdair T. | 39 | No dust in the jar | Whole slices down to the last one.",
      "4 | Pooja S. | 72 | Refill is the better buy | The jar is pretty, buy it once.",
    ],
    more: 2,
    added: 390,
    sold: 112,
    seen: 980,
  },
  {
    slug: "dried-oyster-strips",
    name: "Dried Oyster Strips",
    brand: loam,
    drawn: { motif: "dried", art: "cap", colours: ["bone", "slate", "honey"], label: "OYSTER" },
    alt: "A glass jar of pale dried oyster mushroom strips with a slate label",
    text: [
      "What does not sell fresh on Saturday is torn by hand on Sunday and dried by Tuesday. Oyster strips come back to life in ten minutes of warm water and go straight into noodles, rice or a pie.",
      "They are milder than shiitake and keep a bite. Fry them after soaking, wrung out and floured, and they turn into something close to bacon without being anything like it. Pearl, blue and king together, whatever the week gave. Best within eighteen months.",
    ],
    attributes: { species: ["oyster", "king-oyster"], form: ["dried"], flavour: ["nut"], use: ["kitchen"] },
    variants: choices("LS-DOS", "Size", { "50 g jar": [1600, 47, 390], "100 g refill": [2200, 0, 130] }),
    reviews: ["4 | Gemma W. | 44 | Close to bacon | Not bacon. Very good though."],
    more: 1,
    added: 290,
    sold: 54,
    seen: 510,
  },
  {
    slug: "whole-reishi",
    name: "Whole Reishi",
    brand: hollow,
    drawn: { motif: "reishi", colours: ["brick", "honey"] },
    alt: "Three lacquered reishi brackets, red in the middle with a pale rim",
    text: [
      "Three brackets from one log, cut with the stalk and dried whole, with the lacquer that gives the fungus its Latin name, lucidum, still on them. They are as hard as wood and sound like it when knocked together.",
      "Most people buy them to look at; some slice them with a saw and steep them for a bitter brown tea. We make no claims for that, except that it is bitter. No varnish has been added. Each set is different; expect 9 to 16 cm across.",
    ],
    attributes: { species: ["reishi"], form: ["dried"], flavour: ["earth"], use: ["gift", "desk"] },
    variants: choices("HL-WR", "Set", { "Three brackets": [3600, 11, 160], "One large": [2600, 3, 140] }),
    premium: true,
    reviews: [
      "5 | Cosima B. | 30 | On the mantelpiece | Visitors ask if it is ceramic.",
      "3 | Darnell P. | 61 | Bitter is the word | I was warned. It is very bitter. Pretty, though.",
    ],
    more: 1,
    added: 220,
    sold: 33,
    seen: 870,
  },
  {
    slug: "reishi-powder",
    name: "Ground Reishi",
    brand: hollow,
    drawn: { motif: "powder", art: "cap", colours: ["cocoa", "cream", "brick"], label: "REISHI" },
    alt: "A brown glass jar labelled Reishi with a heap of powder and a wooden scoop",
    text: [
      "The same brackets, cut with a saw and ground in a stone mill until they feel like cocoa. It has the colour of cocoa too, and none of the sweetness: bitter, woody, a little like strong tea.",
      "Stir half a teaspoon into coffee, or into a dark stew where you would otherwise use a square of chocolate. From the caps alone, no stalks, no grain, nothing to make it flow. Milled in the week it is packed; the date is on the base. Brown glass, 80 g, with a scoop.",
    ],
    attributes: { species: ["reishi"], form: ["powder"], flavour: ["earth"], use: ["kitchen"] },
    variants: choices("HL-RP", "Size", { "80 g jar": [2800, 36, 330], "160 g jar": [4800, 13, 520] }),
    reviews: [
      "4 | Orla V. | 25 | In chilli | Half a teaspoon in a pot of chilli. Deep, no sweetness.",
      "2 | Grant H. | 76 | Not for me | I do not like bitter things. They told me it was bitter.",
    ],
    more: 1,
    added: 260,
    sold: 40,
    seen: 620,
  },
  {
    slug: "umami-salt",
    name: "Umami Salt",
    brand: loam,
    drawn: { motif: "powder", art: "drop", colours: ["kraft", "pine", "honey"], label: "UMAMI SALT" },
    alt: "A brown glass jar with a dark green label lettered Umami Salt",
    text: [
      "Grey sea salt, dried shiitake and oyster, black garlic, ground together twice. It began as the jar that the pickers keep by the frying pan, and we asked for more of it.",
      "On eggs, on tomatoes, on buttered bread, in the water for beans. It is strong: use a third less than you would of plain salt. Contains mushroom and garlic and nothing further. If it clumps in damp weather, put three grains of rice in the jar and shake it.",
    ],
    attributes: { species: ["mixed"], form: ["powder"], flavour: ["earth", "spice"], use: ["kitchen", "gift"] },
    variants: choices("LS-US", "Size", { "120 g jar": [1400, 84, 360], "Three jars": [3600, 29, 1080] }),
    label: "back-in-stock",
    reviews: [
      "5 | Winnie L. | 6 | On everything | Eggs first, then everything. The three jars last us till spring.",
      "5 | Pascal O. | 29 | Buttered bread | That is all. Buttered bread.",
      "4 | Ruth A. | 58 | Strong | A third less, as they say. I salted a soup to death.",
    ],
    more: 3,
    added: 310,
    sold: 151,
    seen: 1390,
  },
];
