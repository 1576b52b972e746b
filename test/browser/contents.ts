/** Lists and recipes to look at. */

export const RECIPE = {
  title: "Street tacos with charred corn salsa",
  imageUrl: "https://pictures.example/tacos.jpg",
  author: "Marisol Vega",
  servings: 4,
  cookingTimeMinutes: 75,
  instructions: [
    "Char the corn in a dry pan until it pops.\nSet it aside to cool.",
    "Rub the beef with cumin, salt and lime juice. Sear it on high heat, three minutes a side.",
    "Warm the tortillas, slice the beef thinly and pile everything up.",
  ],
  ingredients: [
    { name: "corn tortillas", quantity: 12 },
    { name: "flank steak", quantity: 1.5, unit: "lb", displayText: "1½ lb flank steak, at room temperature" },
    {
      name: "sweet corn",
      measurements: [
        { quantity: 3, unit: "ears" },
        { quantity: 400, unit: "g" },
      ],
    },
    { name: "limes", quantity: 3 },
    { name: "ground cumin", quantity: 2, unit: "teaspoon" },
    { name: "sea salt", quantity: 0 },
  ],
  landingPageConfiguration: {
    partnerLinkbackUrl: "https://www.kitchen.example/tacos",
    enablePantryItems: true,
  },
};

export const HEBREW_LIST = {
  title: "קניות לשבת",
  instructions: "שורה ראשונה\nשורה שנייה\nשורה שלישית",
  lineItems: [
    { name: "חלב", quantity: 2, unit: "ליטר" },
    { name: "לחם", quantity: 1, displayText: "לחם מלא" },
    { name: "olive oil", quantity: 1, unit: "bottle" },
  ],
};

export const NASTY_LIST = {
  title: `"><img src=x onerror=globalThis.pwned=1>${"W".repeat(110)}`,
  imageUrl: "https://pictures.example/\"'><script>globalThis.pwned=1</script>",
  instructions: `</script><script>globalThis.pwned=1</script>\n${"long line ".repeat(390)}`,
  lineItems: Array.from({ length: 200 }, (_, index) => ({
    name: index === 0 ? "<script>globalThis.pwned=1</script>" : `${"x".repeat(150)} ${index}`,
    quantity: index === 1 ? 1e300 : index / 3,
    unit: "&amp;<b>",
    displayText: "‮ backwards",
  })),
};
