/** The recipes and the list of the season. */
export const PANCAKES = {
  title: "Blueberry pancakes",
  author: "Maple & Pine Kitchen",
  servings: 4,
  cookingTimeMinutes: 25,
  ingredients: [
    { name: "flour", quantity: 2, unit: "cup" },
    { name: "buttermilk", quantity: 1.5, unit: "cup" },
    { name: "eggs", quantity: 2, unit: "each" },
    { name: "blueberries", quantity: 1, unit: "pint" },
    { name: "maple syrup", quantity: 4, unit: "tablespoon" },
  ],
  instructions: [
    "Whisk flour, buttermilk and eggs until just combined.",
    "Fold in the blueberries.",
    "Fry in butter for two minutes on each side.",
    "Serve warm with maple syrup.",
  ],
};

export const SOUP = {
  title: "Roast squash soup",
  author: "Maple & Pine Kitchen",
  servings: 6,
  cookingTimeMinutes: 50,
  ingredients: [
    { name: "butternut squash", quantity: 2, unit: "each" },
    { name: "onions", quantity: 2, unit: "each" },
    { name: "vegetable stock", quantity: 1, unit: "quart" },
    { name: "maple syrup", quantity: 2, unit: "tablespoon" },
  ],
  instructions: ["Roast the squash for 40 minutes.", "Simmer with onions and stock.", "Blend and season."],
};

export const PICNIC = {
  title: "Picnic for four",
  lineItems: [
    { name: "sourdough bread", quantity: 1, unit: "each" },
    { name: "cheddar", quantity: 8, unit: "oz" },
    { name: "lemonade", quantity: 2, unit: "bottle" },
    { name: "strawberries", quantity: 2, unit: "pint" },
  ],
};
