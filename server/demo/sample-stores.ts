/**
 * The six sample stores, one of each category, with toll-free numbers of ours, so that no order reaches a stranger's
 * phone. Pure.
 * Longer than 250 lines because it is one list.
 */
import type { StoreCategory } from "../../app/domain/store-categories.ts";
import type { Drawing, Ground } from "./sample-art.ts";

/** Whole naira. Stock null: made to order. */
export type SampleProduct = {
  name: string;
  description: string;
  naira: number;
  stock: number | null;
  category: string;
  drawing: Drawing;
};
export type SampleStore = {
  slug: string;
  name: string;
  category: StoreCategory;
  phone: string;
  address: string;
  description: string;
  stall: { goods: readonly [Drawing, Drawing, Drawing]; cloth: string };
  grounds: readonly Ground[];
  products: readonly SampleProduct[];
};

type Row = readonly [
  name: string,
  description: string,
  naira: number,
  stock: number | null,
  category: string,
  drawing: Drawing,
];
const goods = (rows: readonly Row[]): SampleProduct[] =>
  rows.map(([name, description, naira, stock, category, drawing]) => ({
    name,
    description,
    naira,
    stock,
    category,
    drawing,
  }));

export const SAMPLE_STORES: readonly SampleStore[] = [
  {
    slug: "mama-ngozi-kitchen",
    name: "Mama Ngozi Kitchen",
    category: "Food",
    phone: "+2348006620101",
    address: "18 Ogunlana Drive, Surulere, Lagos",
    description:
      "Home cooking by the bowl and by the cooler: smoky jollof, soups with swallow, small chops for your party.",
    stall: { goods: ["jollof", "suya", "zobo"], cloth: "#C8402A" },
    grounds: ["yellow", "green", "paper"],
    products: goods([
      [
        "Smoky Party Jollof",
        "With fried plantain and your choice of chicken or beef.",
        3500,
        null,
        "Rice",
        "jollof",
      ],
      [
        "Nigerian Fried Rice",
        "Liver, carrots, green peas, and chicken on the side.",
        3800,
        null,
        "Rice",
        "friedRice",
      ],
      [
        "Ofada Rice and Ayamase",
        "Local rice in leaf with green pepper sauce and assorted meat.",
        4500,
        null,
        "Rice",
        "ofada",
      ],
      [
        "Egusi Soup with Pounded Yam",
        "Two wraps, goat meat and stockfish.",
        4800,
        null,
        "Soups & Swallow",
        "egusi",
      ],
      [
        "Efo Riro, 2-litre bowl",
        "Spinach, locust beans, ponmo and smoked fish. Feeds five.",
        12500,
        14,
        "Soups & Swallow",
        "efo",
      ],
      [
        "Ewa Agoyin and Bread",
        "Soft beans, burnt pepper sauce, half a loaf of Agege bread.",
        1800,
        null,
        "Beans",
        "ewa",
      ],
      [
        "Suya Platter",
        "Six sticks of beef with onions, tomatoes and extra yaji.",
        5000,
        30,
        "Grills & Chops",
        "suya",
      ],
      [
        "Grilled Croaker Fish",
        "Whole fish with pepper sauce and fried yam.",
        9500,
        8,
        "Grills & Chops",
        "fish",
      ],
      [
        "Small Chops, pack of 20",
        "Puff-puff, samosa, spring rolls and peppered gizzard.",
        6000,
        25,
        "Grills & Chops",
        "chops",
      ],
      ["Meat Pie", "Baked this morning, minced beef and potatoes.", 1200, 60, "Grills & Chops", "meatPie"],
      ["Zobo, 1 litre", "Hibiscus with ginger and pineapple. No added sugar.", 1500, 40, "Drinks", "zobo"],
    ]),
  },
  {
    slug: "shea-and-sheen",
    name: "Shea & Sheen",
    category: "Health & Beauty",
    phone: "+2348006620102",
    address: "Shop 7, Ceddi Plaza, Central Business District, Abuja",
    description:
      "Raw shea, black soap and hair care made in small batches in Kwara, for skin that meets harmattan every year.",
    stall: { goods: ["shea", "lotion", "soap"], cloth: "#0A7A48" },
    grounds: ["green", "red", "yellow"],
    products: goods([
      [
        "Raw Shea Butter, 500 g",
        "Unrefined ori from Kwara. For skin, hair and lips.",
        3200,
        80,
        "Skin",
        "shea",
      ],
      [
        "Dudu-Osun Style Black Soap",
        "Camwood, honey and aloe. Pack of three bars.",
        2400,
        120,
        "Skin",
        "soap",
      ],
      [
        "Cocoa Body Lotion, 400 ml",
        "Light and quick to sink in, for humid days.",
        4500,
        45,
        "Skin",
        "lotion",
      ],
      ["Turmeric Face Cream", "Evens the tone without bleaching. 100 g.", 5200, 32, "Skin", "cream"],
      ["Aloe and Mint Shampoo", "Sulphate-free, for natural and relaxed hair.", 3900, 50, "Hair", "shampoo"],
      ["Wide-tooth Wooden Comb", "Hand-cut, kind to 4C hair.", 1500, 65, "Hair", "comb"],
      ["Bob Wig, 12 inches", "Human hair blend with a lace front, ready to wear.", 48000, 6, "Hair", "wig"],
      [
        "Arabian Oud Perfume, 50 ml",
        "Oud, rose and vanilla. Stays till evening.",
        14500,
        18,
        "Fragrance",
        "perfume",
      ],
      ["Wild Honey, 1 kg", "From Oke-Ogun, strained, nothing added.", 6800, 27, "Wellness", "honey"],
    ]),
  },
  {
    slug: "everything-emeka",
    name: "Everything Emeka",
    category: "Multiple",
    phone: "+2348006620103",
    address: "Block C, Main Market, Onitsha, Anambra",
    description:
      "If the market has it, Emeka has it: house, school, kitchen and rain, at Onitsha prices, packed for the road.",
    stall: { goods: ["bucket", "fan", "gift"], cloth: "#FFC21A" },
    grounds: ["blue", "yellow", "paper"],
    products: goods([
      [
        "Rechargeable Standing Fan, 16 inch",
        "Seven hours on one charge, with a light for NEPA nights.",
        62000,
        12,
        "Home",
        "fan",
      ],
      [
        "Bucket with Lid, 20 litres",
        "Thick plastic that does not crack when it falls.",
        4200,
        90,
        "Home",
        "bucket",
      ],
      ["Native Broom", "Long palm bristles, bound twice.", 900, 200, "Home", "broom"],
      ["Rechargeable Torch", "Two brightness steps, solar panel on the back.", 5500, 40, "Home", "torch"],
      [
        "Aluminium Pot with Cover, 8 litres",
        "Heavy gauge, for soup that must not burn.",
        18500,
        22,
        "Kitchen",
        "pot",
      ],
      [
        "Insulated Flask, 1 litre",
        "Hot pap in the morning, cold zobo at noon.",
        7500,
        35,
        "Kitchen",
        "flask",
      ],
      ["Higher Education Notebook", "Pack of six, 80 leaves each.", 3600, 150, "School", "notebook"],
      ["Wall Bulbs, pack of 4", "LED 12 W, daylight.", 4800, 75, "Home", "bulb"],
      ["Family Umbrella", "Wide enough for three; opens with one push.", 6500, 48, "Rain", "umbrella"],
      [
        "Gift Box, ready packed",
        "Biscuits, tea, a mug and a card. Tell us the name to write.",
        15000,
        10,
        "Gifts",
        "gift",
      ],
    ]),
  },
  {
    slug: "oja-fresh-groceries",
    name: "Oja Fresh Groceries",
    category: "Groceries",
    phone: "+2348006620104",
    address: "Bodija Market Road, Ibadan, Oyo",
    description:
      "Foodstuff straight from Bodija market: picked before nine, weighed in front of the camera, on the road by noon.",
    stall: { goods: ["tomatoes", "rice", "plantain"], cloth: "#0A7A48" },
    grounds: ["green", "paper", "yellow"],
    products: goods([
      [
        "Local Rice, stone-free, 10 kg",
        "Abakaliki rice, destoned and well dried.",
        16500,
        60,
        "Grains",
        "rice",
      ],
      ["Ijebu Garri, 5 kg", "Fine, sour and dry: drinks well.", 6000, 75, "Grains", "garri"],
      ["Honey Beans, 5 kg", "Oloyin, hand-picked, no weevils.", 9800, 40, "Grains", "beansSack"],
      ["Tubers of Yam, set of 3", "Medium size, from Benue, new harvest.", 10500, 25, "Fresh", "yam"],
      ["Plantain, one bunch", "Half ripe: two days to dodo.", 4500, 30, "Fresh", "plantain"],
      ["Tatashe and Rodo Mix, 2 kg", "Enough for one good pot of stew.", 5200, 28, "Fresh", "pepper"],
      ["Tomatoes, small basket", "Firm UTC tomatoes from Kano, about 4 kg.", 7500, 18, "Fresh", "tomatoes"],
      ["Crate of Eggs", "30 large eggs, laid this week.", 5800, 55, "Fresh", "eggs"],
      ["Red Palm Oil, 3 litres", "Unbleached, from Edo.", 8200, 36, "Oils", "oil"],
      ["Groundnut Oil, 3 litres", "Pressed in Kano, cholesterol-free.", 9600, 34, "Oils", "groundnutOil"],
      ["Instant Noodles, carton of 40", "Chicken flavour, 70 g packs.", 11800, 50, "Provisions", "noodles"],
      ["Powdered Milk, 900 g tin", "Full cream.", 8900, 44, "Provisions", "milk"],
    ]),
  },
  {
    slug: "aso-oke-and-co",
    name: "Aso Oke & Co",
    category: "Clothing",
    phone: "+2348006620105",
    address: "23 Zoo Road, Kano",
    description:
      "Native and everyday wear, cut and sewn in our own workshop. Send your size with the order; we adjust for free.",
    stall: { goods: ["ankara", "bag", "cap"], cloth: "#2D63A8" },
    grounds: ["paper", "blue", "yellow"],
    products: goods([
      ["Ankara Shirt, unisex", "Six yards of colour in one shirt. S to XXL.", 12500, 26, "Tops", "ankara"],
      [
        "Three-piece Agbada",
        "Guinea brocade with hand embroidery. Made in five days.",
        95000,
        null,
        "Native",
        "agbada",
      ],
      ["Senator Kaftan", "Cotton blend, straight trousers included.", 38000, 15, "Native", "kaftan"],
      ["Ankara Flare Gown", "With pockets. Knee length, lined.", 22000, 11, "Native", "gown"],
      ["Plain Polo Shirt", "Heavy cotton that keeps its collar.", 8500, 70, "Tops", "shirt"],
      ["Fila Abeti Aja", "Hand-woven aso oke cap.", 6500, 33, "Caps & Gele", "cap"],
      ["Auto-gele, ready tied", "Wear it in a minute. Purple and gold.", 9800, 17, "Caps & Gele", "headtie"],
      ["Leather Pam Slippers", "Made in Kano, stitched sole.", 11000, 29, "Shoes & Bags", "sandals"],
      ["Leather Hand Bag", "Kano goat leather, brass lock.", 34000, 9, "Shoes & Bags", "bag"],
    ]),
  },
  {
    slug: "computer-village-express",
    name: "Computer Village Express",
    category: "Electronics & Accessories",
    phone: "+2348006620106",
    address: "7 Otigba Street, Ikeja, Lagos",
    description:
      "Phones, power and sound from Otigba Street. Tested before packing, sealed on camera, seven days to return.",
    stall: { goods: ["smartphone", "charger", "speaker"], cloth: "#16130E" },
    grounds: ["blue", "paper", "green"],
    products: goods([
      [
        "Android Phone, 128 GB",
        "6.6 inch screen, 5,000 mAh, two SIM cards, one year warranty.",
        168000,
        9,
        "Phones",
        "smartphone",
      ],
      ["Button Phone with Torch", "Two SIM cards, a week on one charge.", 14500, 38, "Phones", "buttonPhone"],
      [
        "Power Bank, 20,000 mAh",
        "Charges two phones at once; shows what is left.",
        19500,
        31,
        "Power",
        "powerbank",
      ],
      ["Fast Charger, 33 W", "USB-C with cable. Safe on generator current.", 7800, 64, "Power", "charger"],
      ["Braided USB-C Cable, 2 m", "Does not break at the neck.", 2500, 140, "Power", "cable"],
      ["LED Bulb with Battery", "Stays on for four hours when the light goes.", 3200, 88, "Power", "bulb"],
      [
        "Wireless Earbuds",
        "24 hours with the case, good microphone for calls.",
        16500,
        42,
        "Sound",
        "earbuds",
      ],
      ["Bluetooth Speaker", "20 W, loud enough for a compound.", 28000, 16, "Sound", "speaker"],
      ["Smart Watch", "Steps, heart rate, calls from the wrist.", 24500, 20, "Wearables", "watch"],
    ]),
  },
];
